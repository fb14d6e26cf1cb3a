#include "tournament/results/tables/schema.hpp"

#include <fmt/format.h>
#include <map>
#include <sqlite3.h>
#include <string_view>

#include "base/text/utf8.hpp"

namespace tribunal {
namespace {

constexpr auto all_tables = R"(
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE conditions (id INTEGER PRIMARY KEY, text TEXT NOT NULL);
CREATE TABLE results (
  game INTEGER PRIMARY KEY, deal INTEGER NOT NULL, conditions INTEGER NOT NULL REFERENCES conditions (id),
  bots TEXT NOT NULL, scores TEXT NOT NULL, places TEXT NOT NULL, faults TEXT, times TEXT NOT NULL, usage TEXT,
  content BLOB NOT NULL);
CREATE TABLE records (game INTEGER PRIMARY KEY REFERENCES results (game), record TEXT NOT NULL);
CREATE TABLE diagnostics (
  game INTEGER NOT NULL REFERENCES results (game), seat INTEGER NOT NULL, message TEXT NOT NULL,
  error_tail TEXT NOT NULL);
CREATE INDEX diagnostics_by_game ON diagnostics (game);
CREATE TABLE void_games (
  game INTEGER NOT NULL, attempt INTEGER NOT NULL, reason TEXT NOT NULL, PRIMARY KEY (game, attempt)) WITHOUT ROWID;
CREATE TABLE rounds (number INTEGER PRIMARY KEY, deals INTEGER NOT NULL, groups TEXT NOT NULL);
CREATE TABLE seals (game INTEGER PRIMARY KEY REFERENCES results (game), seal BLOB NOT NULL);
CREATE TABLE bot_files (
  sha256 TEXT NOT NULL, path TEXT NOT NULL, kind TEXT NOT NULL, content TEXT NOT NULL,
  PRIMARY KEY (sha256, path)) WITHOUT ROWID;
CREATE TABLE restarts (
  game INTEGER NOT NULL, seat INTEGER NOT NULL, message TEXT NOT NULL, error_tail TEXT NOT NULL,
  PRIMARY KEY (game, seat)) WITHOUT ROWID;
CREATE TABLE game_times (game INTEGER PRIMARY KEY REFERENCES results (game), stored INTEGER NOT NULL);
-- The rulings of the organiser, and the games that they made void, each as the tables without `voided_` had it.
CREATE TABLE rulings (
  number INTEGER PRIMARY KEY, kind TEXT NOT NULL, subject TEXT NOT NULL, reason TEXT NOT NULL, made TEXT NOT NULL);
CREATE TABLE voided_results (
  ruling INTEGER NOT NULL REFERENCES rulings (number), game INTEGER NOT NULL, deal INTEGER NOT NULL,
  conditions INTEGER NOT NULL REFERENCES conditions (id), bots TEXT NOT NULL, scores TEXT NOT NULL,
  places TEXT NOT NULL, faults TEXT, times TEXT NOT NULL, usage TEXT, content BLOB NOT NULL,
  PRIMARY KEY (ruling, game)) WITHOUT ROWID;
CREATE TABLE voided_records (
  ruling INTEGER NOT NULL, game INTEGER NOT NULL, record TEXT NOT NULL, PRIMARY KEY (ruling, game)) WITHOUT ROWID;
CREATE TABLE voided_diagnostics (
  ruling INTEGER NOT NULL, game INTEGER NOT NULL, seat INTEGER NOT NULL, message TEXT NOT NULL,
  error_tail TEXT NOT NULL);
CREATE INDEX voided_by_game ON voided_diagnostics (ruling, game);
CREATE TABLE voided_seals (
  ruling INTEGER NOT NULL, game INTEGER NOT NULL, seal BLOB NOT NULL, PRIMARY KEY (ruling, game)) WITHOUT ROWID;
CREATE TABLE voided_restarts (
  ruling INTEGER NOT NULL, game INTEGER NOT NULL, seat INTEGER NOT NULL, message TEXT NOT NULL,
  error_tail TEXT NOT NULL, PRIMARY KEY (ruling, game, seat)) WITHOUT ROWID;
)";

/// Views that hide the tables of the games that count from a connection, behind those of one ruling.
constexpr auto voided_views = R"(
CREATE TEMP VIEW results AS
  SELECT game, deal, conditions, bots, scores, places, faults, times, usage, content
  FROM main.voided_results WHERE ruling = {0};
CREATE TEMP VIEW records AS SELECT game, record FROM main.voided_records WHERE ruling = {0};
CREATE TEMP VIEW diagnostics AS
  SELECT rowid AS rowid, game, seat, message, error_tail FROM main.voided_diagnostics WHERE ruling = {0};
CREATE TEMP VIEW seals AS SELECT game, seal FROM main.voided_seals WHERE ruling = {0};
CREATE TEMP VIEW restarts AS SELECT game, seat, message, error_tail FROM main.voided_restarts WHERE ruling = {0};
CREATE TEMP VIEW game_times AS SELECT 0 AS game, 0 AS stored WHERE 0;
)";

/// The view's definition as SQLite stores it, without a semicolon.
constexpr auto seats_view = R"(CREATE VIEW seats AS SELECT
  results.game, results.deal, seat.key AS seat,
  json_extract(identity.value, '$.bots[' || seat.value || ']') AS bot,
  json_extract(conditions.text, '$.sha256[' || seat.value || ']') AS sha256,
  json_extract(results.places, '$[' || seat.key || ']') AS place,
  json_extract(results.scores, '$[' || seat.key || ']') AS points,
  (SELECT ifnull(sum(value), 0) FROM json_each(results.faults, '$[' || seat.key || ']')) AS faults,
  ifnull(json_extract(results.faults, '$[' || seat.key || ']'), '{}') AS faults_by_kind,
  json_array_length(results.times, '$[' || seat.key || ']') - 1 AS decisions,
  json_extract(results.times, '$[' || seat.key || '][0]') AS longest_us,
  json_extract(results.usage, '$[' || seat.key || '][0]') AS cpu_us,
  json_extract(results.usage, '$[' || seat.key || '][1]') AS peak_kib,
  json_extract(results.usage, '$[' || seat.key || '][2]') AS voluntary_switches,
  json_extract(results.usage, '$[' || seat.key || '][3]') AS involuntary_switches
FROM results
  JOIN meta AS identity ON identity.key = 'identity'
  JOIN conditions ON conditions.id = results.conditions
  JOIN json_each(results.bots) AS seat)";

/// A table, an index or a view.
struct SchemaObject {
  std::string type;
  std::string sql;  ///< each run of blanks is one; empty for the index that SQLite adds for a primary key

  bool operator==(const SchemaObject&) const = default;
};
/// The objects of a schema by name.
using SchemaObjects = std::map<std::string, SchemaObject, std::less<>>;

std::string with_single_blanks(std::string_view text) {
  std::string single;
  for (const char character : text) {
    const bool is_blank = character == ' ' || character == '\n' || character == '\t' || character == '\r';
    if (!is_blank) single += character;
    if (is_blank && !single.empty() && single.back() != ' ') single += ' ';
  }
  return single;
}

SchemaObjects objects_of(const SQLite::Database& database) {
  SchemaObjects objects;
  SQLite::Statement select{database, "SELECT name, type, ifnull(sql, '') FROM sqlite_master"};
  while (select.executeStep())
    objects[select.getColumn(0).getString()] = {.type = select.getColumn(1).getString(),
                                                .sql = with_single_blanks(select.getColumn(2).getString())};
  return objects;
}

/// The objects that `create_tables` makes.
const SchemaObjects& our_objects() {
  static const auto objects = [] {
    SQLite::Database database{":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE};
    create_tables(database);
    return objects_of(database);
  }();
  return objects;
}

/// The first object that Tribunal makes differently or not at all, or that is missing where there are others.
/// A table of another name, a trigger or a changed view would change the answers to the queries of
/// docs/results-db.md.
std::string objection_to_objects(const SchemaObjects& found, const SchemaObjects& ours) {
  for (const auto& [name, object] : found) {
    const auto expected = ours.find(name);
    if (expected == ours.end())
      return fmt::format("it holds the {} '{}', which Tribunal does not make", harmless(object.type),
                         harmless(name));
    if (object != expected->second)
      return fmt::format("its {} '{}' is not the one that Tribunal makes", harmless(object.type), name);
  }
  for (const auto& [name, object] : ours)
    if (!found.empty() && !found.contains(name))
      return fmt::format("its {} '{}' is missing", object.type, name);
  return {};
}

}  // namespace

void restrict_to_tables(SQLite::Database& database) {
  constexpr int largest_cell = 64 << 20;
  sqlite3_limit(database.getHandle(), SQLITE_LIMIT_LENGTH, largest_cell);
  database.exec("PRAGMA trusted_schema = OFF");
  const auto objection = objection_to_objects(objects_of(database), our_objects());
  if (!objection.empty()) throw SQLite::Exception{objection, SQLITE_CORRUPT};
}

void create_tables(SQLite::Database& database) {
  database.exec(all_tables);
  database.exec(seats_view);
}

void read_voided(SQLite::Database& database, std::int64_t ruling) {
  database.exec(fmt::format(voided_views, ruling));
}

}  // namespace tribunal
