#include "tournament/standings/standings_of.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "tournament/standings/tally.hpp"

namespace tribunal {

std::vector<LuckAlarm> StandingsWithoutLuck::alarms() const {
  if (games.empty()) return alarms_in(overall);
  std::vector<LuckAlarm> all;
  for (const auto& [name, standings] : games)
    for (auto& alarm : alarms_in(standings, name)) all.push_back(std::move(alarm));
  return all;
}

bool seats_excluded(const Plan& plan, const GameResult& game) {
  return std::ranges::any_of(game.seats, [&](const SeatResult& seat) {
    return plan.bots.at(static_cast<std::size_t>(seat.bot)).stay.excluded;
  });
}

std::string left_out_clause(const Plan& plan, std::uint64_t games) {
  if (games == 0) return {};
  const auto is_excluded = [](const PlannedBot& bot) { return bot.stay.excluded; };
  return ", and " + std::to_string(games) + " of withdrawn" +
         (std::ranges::any_of(plan.bots, is_excluded) ? " or excluded bots " : " bots ") +
         (games == 1 ? "is" : "are") + " left out";
}

bool same_rules(const Rules& one, const Rules& other) {
  return one.game() == other.game() && one.players() == other.players() &&
         std::ranges::equal(one.options(), other.options());
}

DealOrder deal_order_of(const Plan& plan) {
  const auto is_late = [](const PlannedBot& bot) { return bot.stay.joins_after > 0; };
  return std::ranges::any_of(plan.bots, is_late) ? DealOrder::come_back : DealOrder::in_a_row;
}

Result<TournamentStandings> standings_of(const Results& results, const StandingsOptions& options,
                                         LastColumn last, const std::optional<LuckTakenOut>& luck) {
  StandingsInPassing standings{results, last, luck};
  const auto add = [&](GameResult& game) { return standings.add(game).has_value(); };
  if (const auto walked = results.for_each(add, last); !walked) return std::unexpected{walked.error()};
  return standings.finish(options);
}

Result<std::vector<std::string>> bots_always_at_fault(const Results& results) {
  const auto& tournament = results.tournament();
  const auto& versions = results.versions();
  const auto bots = tournament.plan.bots.size();
  std::vector<bool> at_fault(bots);
  std::vector<bool> sound(bots);
  for (std::size_t bot = 0; bot < bots; ++bot)
    sound[bot] = tournament.schedule.shape().is_withdrawn(static_cast<int>(bot));
  const auto note = [&](const GameResult& game) {
    for (const auto& seat : game.seats) {
      const auto bot = static_cast<std::size_t>(seat.bot);
      if (std::cmp_equal(seat.version, versions.newest(bot)))
        (seat.faults.empty() ? sound : at_fault)[bot] = true;
    }
    return std::ranges::count(sound, false) > 0;
  };
  if (const auto walked = results.for_each(note, LastColumn::faults); !walked)
    return std::unexpected{walked.error()};
  std::vector<std::string> names;
  for (std::size_t bot = 0; bot < bots; ++bot)
    if (at_fault[bot] && !sound[bot]) names.push_back(tournament.plan.bots[bot].name);
  return names;
}

StandingsInPassing::StandingsInPassing(const Results& results, LastColumn last,
                                       std::optional<LuckTakenOut> luck, std::uint64_t games_a_point)
    : results_{results},
      tally_{results.tournament(), results.versions(), last, std::move(luck)},
      games_a_point_{games_a_point} {}

Result<void> StandingsInPassing::add(GameResult& game) {
  const auto last = course_.games.empty() ? 0 : static_cast<std::uint64_t>(course_.games.back());
  if (games_a_point_ > 0 && games_ >= last + games_a_point_ && game.deal != deal_)
    if (auto noted = note_ratings(); !noted) return noted;
  deal_ = game.deal;
  tally_.add(game);
  ++games_;
  return {};
}

Result<void> StandingsInPassing::note_ratings() {
  const auto& tournament = results_.tournament();
  const auto standings = tally_.overall(options_of(tournament.plan, tournament.schedule));
  if (!standings) return std::unexpected{standings.error()};
  course_.entrants.clear();
  for (const auto& row : standings->rows) {
    if (row.by_referee) continue;
    course_.entrants.push_back({row.bot, {}});
    ratings_[row.bot].resize(course_.games.size());
    ratings_[row.bot].push_back(row.rating);
  }
  course_.games.push_back(static_cast<std::int64_t>(games_));
  return {};
}

Result<TournamentStandings> StandingsInPassing::finish(const StandingsOptions& options) {
  if (games_a_point_ > 0) {
    if (const auto noted = note_ratings(); !noted) return std::unexpected{noted.error()};
    for (auto& [bot, its_ratings] : course_.entrants) its_ratings = std::move(ratings_[bot]);
  }
  if (options.history || results_.versions().several()) {
    const auto periods = results_.periods();
    if (!periods) return std::unexpected{periods.error()};
    tally_.entrants().add_night({}, 0, *periods);
    tally_.entrants().set_newest_by_time();
  }
  const auto& tournament = results_.tournament();
  return tally_.standings(options_of(tournament.plan, tournament.schedule, options));
}

}  // namespace tribunal
