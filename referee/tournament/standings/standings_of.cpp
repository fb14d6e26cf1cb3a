#include "tournament/standings/standings_of.hpp"

#include <algorithm>
#include <map>
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
  const auto& tournament = results.tournament();
  Tally tally{tournament, results.versions(), last, luck};
  const auto add = [&](GameResult& game) {
    tally.add(game);
    return true;
  };
  if (const auto walked = results.for_each(add, last); !walked) return std::unexpected{walked.error()};
  if (options.history || results.versions().several()) {
    const auto periods = results.periods();
    if (!periods) return std::unexpected{periods.error()};
    tally.entrants().add_night({}, 0, *periods);
    tally.entrants().set_newest_by_time();
  }
  return tally.standings(options_of(tournament.plan, tournament.schedule, options));
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

Result<RatingCourse> rating_course(const Results& results, std::size_t points) {
  const auto stored = results.size();
  if (!stored) return std::unexpected{stored.error()};
  const auto step = std::max<std::uint64_t>(1, *stored / std::max<std::size_t>(points, 1));
  const auto& tournament = results.tournament();
  Tally tally{tournament, results.versions(), LastColumn::faults};
  std::map<std::string, std::vector<std::optional<Rating>>> ratings;
  RatingCourse course;
  std::uint64_t games = 0;
  std::uint64_t deal = 0;
  const auto note = [&]() -> Result<void> {
    const auto standings = tally.overall(options_of(tournament.plan, tournament.schedule));
    if (!standings) return std::unexpected{standings.error()};
    course.entrants.clear();
    for (const auto& row : standings->rows) {
      if (row.by_referee) continue;
      course.entrants.push_back({row.bot, {}});
      ratings[row.bot].resize(course.games.size());
      ratings[row.bot].push_back(row.rating);
    }
    course.games.push_back(static_cast<std::int64_t>(games));
    return {};
  };
  Result<void> noted;
  const auto add = [&](GameResult& game) {
    const auto last = course.games.empty() ? 0 : static_cast<std::uint64_t>(course.games.back());
    if (games >= last + step && game.deal != deal) noted = note();
    deal = game.deal;
    tally.add(game);
    ++games;
    return noted.has_value();
  };
  if (const auto walked = results.for_each(add, LastColumn::faults); !walked)
    return std::unexpected{walked.error()};
  if (noted) noted = note();
  if (!noted) return std::unexpected{noted.error()};
  for (auto& [bot, its_ratings] : course.entrants) its_ratings = std::move(ratings[bot]);
  return course;
}

}  // namespace tribunal
