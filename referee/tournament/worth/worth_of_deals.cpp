#include "tournament/worth/worth_of_deals.hpp"

#include <algorithm>
#include <array>

#include <boost/container/static_vector.hpp>

#include "games/catalogue.hpp"
#include "tournament/results/read_database.hpp"
#include "tournament/standings/standings_of.hpp"

namespace tribunal {
namespace {

constexpr std::uint64_t most_games_looked_at = 100'000;

constexpr std::array<MeasuredGame, 13> table{{
    {"revolution", 2, {300, {2.09, 0.05}, {}}},
    {"revolution", 3, {300, {3.80, 0.11}, Measured{0.35, 0.01}}},
    {"revolution", 4, {300, {5.21, 0.14}, Measured{0.29, 0.02}}},
    {"mitch", 2, {300, {2.25, 0.07}, {}}},
    {"mitch", 3, {300, {5.45, 0.24}, Measured{0.57, 0.02}}},
    {"mitch", 4, {300, {9.24, 0.42}, Measured{0.54, 0.02}}},
    {"tennis", 3, {60, {3.36, 0.22}, Measured{0.26, 0.04}}},
    {"tennis", 4, {60, {4.56, 0.28}, Measured{0.46, 0.04}}},
    {"anarchy", 4, {120, {5.56, 0.27}, Measured{0.24, 0.03}}},
    {"anarchist-bomb", 4, {60, {4.26, 0.26}, Measured{0.10, 0.04}}},
    {"snark", 4, {60, {3.97, 0.17}, Measured{0.03, 0.03}}},
    {"chez", 3, {40, {4.55, 0.59}, Measured{0.72, 0.06}}},
    {"chez", 4, {40, {5.60, 0.72}, Measured{0.63, 0.05}}},
}};

/// The line of the table for these rules; nothing if it was not measured with these options.
std::optional<DealWorth> worth_in_table(const Rules& rules, Permutations permutations) {
  if (permutations != Permutations::rotations) return std::nullopt;
  const auto is_meant = [&](const MeasuredGame& line) {
    return line.game == rules.game() && line.players == rules.players();
  };
  const auto found = std::ranges::find_if(measured_games(), is_meant);
  if (found == measured_games().end()) return std::nullopt;
  const auto usual = make_rules(rules.game(), rules.players(), {});
  return usual && same_rules(rules, *usual) ? std::optional{found->worth} : std::nullopt;
}

/// Whether the results are of these games, with these rules and seatings.
bool are_of_same_games(const Tournament& one, const Tournament& other) {
  return one.plan.name == other.plan.name && one.plan.permutations == other.plan.permutations &&
         std::ranges::equal(one.rules, other.rules, same_rules);
}

}  // namespace

std::span<const MeasuredGame> measured_games() { return table; }

Result<std::vector<std::optional<DealWorth>>> worths_by(const Results& results) {
  const auto& tournament = results.tournament();
  std::vector<DealWorthTally> tallies(tournament.rules.size(),
                                      DealWorthTally{tournament.schedule.seatings()});
  std::uint64_t games = 0;
  const auto add = [&](const GameResult& game) {
    if (++games > most_games_looked_at) return false;
    if (!game.forfeited.empty() || seats_excluded(tournament.plan, game)) return true;
    boost::container::static_vector<DealWorthTally::Side, max_seats> sides;
    for (std::size_t seat = 0; seat < game.seats.size(); ++seat)
      sides.push_back({static_cast<std::size_t>(results.versions().entrant(game.seats[seat])),
                       game.outcome.scores[seat]});
    tallies.at(static_cast<std::size_t>(game.game)).add(game.deal, {sides.data(), sides.size()});
    return true;
  };
  if (const auto walked = results.for_each(add, LastColumn::faults); !walked)
    return std::unexpected{walked.error()};
  std::vector<std::optional<DealWorth>> worths;
  for (const auto& tally : tallies) worths.push_back(tally.worth());
  return worths;
}

Result<std::vector<KnownWorth>> worths_of(const Tournament& tournament, const std::filesystem::path& folder) {
  std::vector<KnownWorth> known;
  for (const auto& rules : tournament.rules)
    known.push_back({.worth = worth_in_table(rules, tournament.plan.permutations)});
  if (stored_plan_text(folder).empty()) return known;  // it has not started
  const auto results = Results::open(folder, RoundSource::nowhere);
  if (!results) return std::unexpected{results.error()};
  if (!are_of_same_games(tournament, results->tournament())) return known;
  const auto worths = worths_by(*results);
  if (!worths) return std::unexpected{worths.error()};
  for (std::size_t game = 0; game < known.size(); ++game)
    if (worths->at(game)) known[game] = {.worth = worths->at(game), .by_results = true};
  return known;
}

}  // namespace tribunal
