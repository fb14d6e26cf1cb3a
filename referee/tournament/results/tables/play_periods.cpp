#include "tournament/results/tables/play_periods.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string>

#include "tournament/results/tables/game_row.hpp"
#include "tournament/results/tables/schema.hpp"
#include "tournament/results/tables/sqlite.hpp"
#include "tournament/results/tables/stored_games.hpp"

namespace tribunal {

void PlayPeriod::add(const PlayPeriod& more) {
  games += more.games;
  if (more.first) first = std::min(first.value_or(*more.first), *more.first);
  if (more.last) last = std::max(last.value_or(*more.last), *more.last);
}

namespace {

bool is_time(std::int64_t seconds) { return seconds >= 0 && seconds <= latest_time; }

std::unexpected<Error> game_without_time(const SQLite::Database& database) {
  Rows rows{database,
            fmt::format("SELECT id FROM games WHERE {} AND (typeof(stored) <> 'integer' OR stored NOT "
                        "BETWEEN 0 AND {}) LIMIT 1",
                        ids_of(0), latest_time)};
  return std::unexpected{
      Error{damaged_game(rows.step() ? rows.number(0) : -1, std::string{"it "} + wrong_time)}};
}

}  // namespace

Result<PlayPeriods> read_periods(const SQLite::Database& database, const VersionNumbers& numbers,
                                 const Versions& versions, const std::set<int>& excluded) {
  PlayPeriods periods;
  for (std::size_t bot = 0; bot < versions.names().size(); ++bot) periods.emplace_back(versions.count(bot));
  // One row for the games of a seating under the same conditions: there are few of them.
  Rows rows{database,
            fmt::format("SELECT conditions, bots, count(*), min(stored), max(stored) FROM games WHERE {} "
                        "GROUP BY conditions, bots",
                        ids_of(0))};
  while (rows.step()) {
    if (!is_time(rows.number(3)) || !is_time(rows.number(4))) return game_without_time(database);
    const auto then = numbers.find(rows.number(0));
    const auto seats = parse_groups('[' + std::string{rows.text(1)} + ']');
    if (then == numbers.end() || !seats || seats->size() != 1) continue;
    const auto is_excluded = [&](int bot) { return excluded.contains(bot); };
    if (std::ranges::any_of(seats->front(), is_excluded)) continue;
    const PlayPeriod period{
        .games = static_cast<std::uint64_t>(rows.number(2)), .first = rows.number(3), .last = rows.number(4)};
    for (const int bot : std::set<int>{seats->front().begin(), seats->front().end()}) {
      const auto at = static_cast<std::size_t>(bot);
      if (bot < 0 || at >= then->second.size() || at >= periods.size()) continue;
      periods[at].at(static_cast<std::size_t>(then->second[at])).add(period);
    }
  }
  return periods;
}

}  // namespace tribunal
