#include "tournament/results/tables/play_periods.hpp"

#include <fmt/format.h>

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
  Rows rows{database, fmt::format("SELECT id FROM games WHERE {} AND (typeof(stored) <> 'integer' OR stored "
                                  "NOT BETWEEN 0 AND {}) LIMIT 1",
                                  ids_of(0), latest_time)};
  return std::unexpected{
      Error{damaged_game(rows.step() ? rows.number(0) : -1, std::string{"it "} + wrong_time)}};
}

/// A query for the games that count, each with its `time` and `run` (`Turn`).
std::string select_turns(const SQLite::Database& database) {
  Rows replays{database, "SELECT 1 FROM rulings UNION ALL SELECT 1 FROM void_attempts LIMIT 1"};
  if (!replays.step())
    return "SELECT conditions, bots, stored AS time, conditions AS run FROM games WHERE " + ids_of(0);
  // If the missed games are at the end of the schedule, no later deals exist, but other games of their deal
  // do.
  Rows missed{database,
              "SELECT 1 FROM rulings WHERE kind = 'reinstate' UNION ALL SELECT 1 FROM void_attempts LIMIT 1"};
  // The bound keeps a hostile list of such games from being searched for every game.
  return fmt::format(
      "WITH original AS (SELECT game, min(id), stored, conditions FROM games WHERE id >= {} GROUP BY game), "
      "gone AS MATERIALIZED (SELECT json_extract(range.value, '$[0]') AS first, json_extract(range.value, "
      "'$[1]') AS next, max(0, json_extract(range.value, '$[2]')) AS time FROM meta, json_each(meta.value) "
      "AS range WHERE meta.key = '{}' LIMIT 100) SELECT games.conditions AS conditions, bots, "
      "ifnull(original.conditions, games.conditions) AS run, min(coalesce((SELECT time FROM gone WHERE "
      "games.id >= first AND games.id < next), original.stored, games.stored)) OVER (ORDER BY {} DESC) AS "
      "time FROM games LEFT JOIN original ON original.game = games.id WHERE {}",
      first_id(1), meta::left_behind, missed.step() ? "games.deal" : "games.id", ids_of(0));
}

}  // namespace

Result<PlayPeriods> read_periods(const SQLite::Database& database, const VersionNumbers& numbers,
                                 const Versions& versions, const std::set<int>& excluded) {
  PlayPeriods periods;
  for (std::size_t bot = 0; bot < versions.names().size(); ++bot) periods.emplace_back(versions.count(bot));
  // There are few such rows, one for all games of a seating under the same conditions.
  Rows rows{database, fmt::format("SELECT conditions, bots, count(*), min(time), max(time), run FROM ({}) "
                                  "GROUP BY conditions, bots, run",
                                  select_turns(database))};
  while (rows.step()) {
    if (!is_time(rows.number(3)) || !is_time(rows.number(4))) return game_without_time(database);
    const auto then = numbers.find(rows.number(0));
    const auto seats = parse_bots(rows.text(1));
    if (then == numbers.end() || !seats) continue;
    const auto is_excluded = [&](int bot) { return excluded.contains(bot); };
    if (std::ranges::any_of(*seats, is_excluded)) continue;
    const PlayPeriod period{.games = static_cast<std::uint64_t>(rows.number(2)),
                            .first = Turn{rows.number(3), rows.number(5)},
                            .last = Turn{rows.number(4), rows.number(5)}};
    for (const int bot : std::set<int>{seats->begin(), seats->end()}) {
      const auto at = static_cast<std::size_t>(bot);
      if (bot < 0 || at >= then->second.size() || at >= periods.size()) continue;
      periods[at].at(static_cast<std::size_t>(then->second[at])).add(period);
    }
  }
  return periods;
}

void note_left_behind(SQLite::Database& database, std::uint64_t first) {
  SQLite::Statement list{
      database,
      fmt::format("SELECT json_insert(ifnull((SELECT value FROM meta WHERE key = '{}'), '[]'), '$[#]', "
                  "json_array({}, max(game) + 1, (SELECT max(time) FROM ({})))) FROM games WHERE {}",
                  meta::left_behind, first, select_turns(database), ids_of(0))};
  if (list.executeStep()) write_meta(database, meta::left_behind, list.getColumn(0).getString());
}

}  // namespace tribunal
