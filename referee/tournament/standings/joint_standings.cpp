#include "tournament/standings/joint_standings.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "tournament/plan/versions.hpp"
#include "tournament/standings/standings_of.hpp"
#include "tournament/store/results.hpp"

namespace tribunal {
namespace {

int index_of(const std::vector<std::string>& names, const std::string& name) {
  return static_cast<int>(std::ranges::find(names, name) - names.begin());
}

/// The versions of all bots that took part in any of the tournaments.
Versions joined(const std::vector<Results>& tournaments) {
  std::vector<std::string> names;
  for (const auto& tournament : tournaments) {
    for (const auto& name : tournament.versions().names())
      if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  Versions all{names};
  for (const auto& tournament : tournaments) {
    const auto& versions = tournament.versions();
    for (std::size_t bot = 0; bot < versions.names().size(); ++bot) {
      for (const auto& hash : versions.hashes(bot))
        (void)all.number(index_of(names, versions.names()[bot]), hash);
    }
  }
  return all;
}

/// Which of the entrants of `all` every version of every bot of a tournament is.
std::vector<std::vector<int>> entrants_of(const Versions& versions, Versions& all) {
  std::vector<std::vector<int>> entrants;
  for (std::size_t bot = 0; bot < versions.names().size(); ++bot) {
    SeatResult seat;
    seat.bot = index_of(all.names(), versions.names()[bot]);
    entrants.emplace_back();
    for (const auto& hash : versions.hashes(bot)) {
      seat.version = all.number(seat.bot, hash);
      entrants.back().push_back(all.entrant(seat));
    }
  }
  return entrants;
}

/// Whether all played one game, by the same rules.
bool have_the_same_points(const std::vector<Results>& tournaments) {
  const auto& rules = tournaments.front().tournament().rules;
  return std::ranges::all_of(tournaments, [&](const Results& results) {
    const auto& others = results.tournament().rules;
    return others.size() == 1 && same_rules(others.front(), rules.front());
  });
}

}  // namespace

std::expected<Standings, StoreError> joint_standings(const std::vector<std::filesystem::path>& folders,
                                                     StandingsOptions options, LastColumn last) {
  constexpr unsigned bits_of_deals = 48;  // of a schedule's games, and so of its deals
  std::vector<Results> tournaments;
  for (const auto& folder : folders) {
    auto results = Results::open(folder, RoundSource::nowhere);
    if (!results) return std::unexpected{results.error()};
    tournaments.push_back(std::move(*results));
  }
  auto versions = joined(tournaments);
  const auto deals_come_back = [](const Results& results) {
    return deal_order_of(results.tournament().plan) == DealOrder::come_back;
  };
  StandingsTally tally{versions.entrants(), std::ranges::any_of(tournaments, deals_come_back)
                                                ? DealOrder::come_back
                                                : DealOrder::in_a_row};
  for (std::uint64_t number = 0; number < tournaments.size(); ++number) {
    const auto& tournament = tournaments[number];
    const auto entrants = entrants_of(tournament.versions(), versions);
    const auto& rules = tournament.tournament().rules;
    const auto add = [&](GameResult& game) {
      const auto forfeit = forfeit_of(game, rules.at(static_cast<std::size_t>(game.game)));
      game.deal |= number << bits_of_deals;
      for (auto& seat : game.seats)
        seat.bot = entrants.at(static_cast<std::size_t>(seat.bot)).at(static_cast<std::size_t>(seat.version));
      tally.add(game, forfeit);
      return true;
    };
    const auto walked = tournament.for_each(add, last);
    if (!walked) return std::unexpected{walked.error()};
  }
  options.points = have_the_same_points(tournaments);
  if (options.anchor) options.anchor->bot = versions.first_of(options.anchor->bot);
  auto standings = tally.standings(options);
  if (!standings) return std::unexpected{StoreError{StoreError::Kind::unreadable, standings.error()}};
  return *std::move(standings);
}

}  // namespace tribunal
