#include "tournament/results/tables/schema.hpp"

#include <fmt/format.h>
#include <vector>

namespace tribunal {
namespace {

constexpr auto all_tables = R"(
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE conditions (id INTEGER PRIMARY KEY, text TEXT NOT NULL);
CREATE TABLE games (
  id INTEGER PRIMARY KEY, game INTEGER AS (id & 281474976710655), ruling INTEGER AS (id >> 48),
  deal INTEGER NOT NULL, conditions INTEGER NOT NULL, bots TEXT NOT NULL, scores TEXT NOT NULL,
  places TEXT NOT NULL, faults TEXT, times TEXT NOT NULL, usage TEXT, content BLOB NOT NULL,
  stored INTEGER NOT NULL);
CREATE TABLE records (
  id INTEGER PRIMARY KEY, game INTEGER AS (id & 281474976710655), ruling INTEGER AS (id >> 48),
  record TEXT NOT NULL, seal BLOB NOT NULL);
CREATE TABLE notes (
  id INTEGER NOT NULL, game INTEGER AS (id & 281474976710655), ruling INTEGER AS (id >> 48),
  number INTEGER NOT NULL, kind TEXT NOT NULL, seat INTEGER NOT NULL, message TEXT NOT NULL,
  error_tail TEXT NOT NULL, PRIMARY KEY (id, number)) WITHOUT ROWID;
CREATE TABLE void_attempts (
  game INTEGER NOT NULL, attempt INTEGER NOT NULL, reason TEXT NOT NULL, PRIMARY KEY (game, attempt)) WITHOUT ROWID;
CREATE TABLE rounds (number INTEGER PRIMARY KEY, deals INTEGER NOT NULL, groups TEXT NOT NULL);
CREATE TABLE rulings (
  number INTEGER PRIMARY KEY, kind TEXT NOT NULL, subject TEXT NOT NULL, reason TEXT NOT NULL, made TEXT NOT NULL);
CREATE TABLE bot_files (
  sha256 TEXT NOT NULL, path TEXT NOT NULL, kind TEXT NOT NULL, content TEXT NOT NULL,
  PRIMARY KEY (sha256, path)) WITHOUT ROWID;
)";

/// The view's definition as SQLite stores it, without a semicolon.
constexpr auto seats_view = R"(CREATE VIEW seats AS SELECT
  games.id AS game, games.deal, seat.key AS seat,
  json_extract(identity.value, '$.bots[' || seat.value || ']') AS bot,
  json_extract(conditions.text, '$.sha256[' || seat.value || ']') AS sha256,
  json_extract(games.places, '$[' || seat.key || ']') AS place,
  json_extract(games.scores, '$[' || seat.key || ']') AS points,
  (SELECT ifnull(sum(value), 0) FROM json_each(games.faults, '$[' || seat.key || ']')) AS faults,
  ifnull(json_extract(games.faults, '$[' || seat.key || ']'), '{}') AS faults_by_kind,
  json_array_length(games.times, '$[' || seat.key || ']') - 1 AS decisions,
  json_extract(games.times, '$[' || seat.key || '][0]') AS longest_us,
  json_extract(games.usage, '$[' || seat.key || '][0]') AS cpu_us,
  json_extract(games.usage, '$[' || seat.key || '][1]') AS peak_kib,
  json_extract(games.usage, '$[' || seat.key || '][2]') AS voluntary_switches,
  json_extract(games.usage, '$[' || seat.key || '][3]') AS involuntary_switches
FROM games
  JOIN meta AS identity ON identity.key = 'identity'
  JOIN conditions ON conditions.id = games.conditions
  JOIN json_each(games.bots) AS seat
WHERE games.id < 281474976710656)";

/// A line of text for each table, index, view and trigger of a schema.
std::vector<std::string> objects_of(const SQLite::Database& database, const std::string& schema) {
  std::vector<std::string> objects;
  Rows rows{database, "SELECT type || ' ' || name || ' ' || ifnull(sql, '') FROM " + schema +
                          ".sqlite_master ORDER BY 1"};
  while (rows.step()) objects.emplace_back(rows.text(0));
  return objects;
}

/// The objects that `create_tables` creates, as `objects_of` lists them.
const std::vector<std::string>& our_objects() {
  static const auto objects = [] {
    SQLite::Database database{":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE};
    create_tables(database);
    return objects_of(database, "main");
  }();
  return objects;
}

}  // namespace

void restrict_to_tables(SQLite::Database& database, const std::string& schema) {
  constexpr int largest_cell = 64 << 20;
  sqlite3_limit(database.getHandle(), SQLITE_LIMIT_LENGTH, largest_cell);
  database.exec("PRAGMA trusted_schema = OFF");
  const auto found = objects_of(database, schema);
  if (!found.empty() && found != our_objects())
    throw SQLite::Exception{"its tables are not those that this version of Tribunal makes", SQLITE_CORRUPT};
}

void create_tables(SQLite::Database& database) {
  database.exec(all_tables);
  database.exec(seats_view);
}

std::string ids_of(std::int64_t ruling) {
  if (ruling == 0) return fmt::format("games.id < {}", first_id(1));
  return fmt::format("games.id BETWEEN {} AND {}", first_id(ruling), first_id(ruling + 1) - 1);
}

}  // namespace tribunal
