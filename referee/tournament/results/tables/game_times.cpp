#include "tournament/results/tables/game_times.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string>

#include "tournament/results/tables/game_row.hpp"
#include "tournament/results/tables/sqlite.hpp"

namespace tribunal {
namespace {

/// One row for the games of a seating under the same conditions: there are few of them.
std::string select_periods() {
  return fmt::format(
      "SELECT conditions, bots, count(*), count(time.stored), ifnull(min(time.stored), -1), "
      "ifnull(max(time.stored), -1) FROM results LEFT JOIN (SELECT game, stored FROM game_times WHERE "
      "typeof(stored) = 'integer' AND stored BETWEEN 0 AND {}) AS time ON time.game = results.game GROUP BY "
      "conditions, bots",
      latest_time);
}

PlayPeriod period_at(const Rows& rows) {
  PlayPeriod period{.games = static_cast<std::uint64_t>(rows.number(2)),
                    .timed = static_cast<std::uint64_t>(rows.number(3))};
  if (period.timed == 0) return period;
  period.first = rows.number(4);
  period.last = rows.number(5);
  return period;
}

}  // namespace

void PlayPeriod::add(const PlayPeriod& more) {
  games += more.games;
  timed += more.timed;
  if (more.first) first = std::min(first.value_or(*more.first), *more.first);
  if (more.last) last = std::max(last.value_or(*more.last), *more.last);
}

PlayPeriods read_periods(const SQLite::Database& database, const VersionNumbers& numbers,
                         const Versions& versions, const std::set<int>& excluded) {
  PlayPeriods periods;
  for (std::size_t bot = 0; bot < versions.names().size(); ++bot) periods.emplace_back(versions.count(bot));
  Rows rows{database, select_periods()};
  while (rows.step()) {
    const auto then = numbers.find(rows.number(0));
    const auto seats = parse_groups('[' + std::string{rows.text(1)} + ']');
    if (then == numbers.end() || !seats || seats->size() != 1) continue;
    const auto is_excluded = [&](int bot) { return excluded.contains(bot); };
    if (std::ranges::any_of(seats->front(), is_excluded)) continue;
    const auto period = period_at(rows);
    for (const int bot : std::set<int>{seats->front().begin(), seats->front().end()}) {
      const auto at = static_cast<std::size_t>(bot);
      if (bot < 0 || at >= then->second.size() || at >= periods.size()) continue;
      periods[at].at(static_cast<std::size_t>(then->second[at])).add(period);
    }
  }
  return periods;
}

}  // namespace tribunal
