#include "tournament/store/tables/schema.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <map>
#include <sqlite3.h>
#include <string_view>

#include "base/digest.hpp"
#include "base/text/utf8.hpp"
#include "record/names.hpp"
#include "tournament/plan/meta.hpp"

namespace tribunal {
namespace {

constexpr auto tables = R"(
CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS conditions (id INTEGER PRIMARY KEY, text TEXT NOT NULL);
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
)";

constexpr auto seals_name = "seals";
/// Tables that folders of today's version may lack, as they came later.
constexpr std::array<std::string_view, 4> later_names{seals_name, "restarts", "bot_files", "bot_changes"};
constexpr auto later_tables = R"(
CREATE TABLE IF NOT EXISTS seals (game INTEGER PRIMARY KEY REFERENCES results (game), seal BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS bot_files (
  sha256 TEXT NOT NULL, path TEXT NOT NULL, kind TEXT NOT NULL, content TEXT NOT NULL,
  PRIMARY KEY (sha256, path)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS bot_changes (
  sha256 TEXT NOT NULL, path TEXT NOT NULL, kind TEXT NOT NULL, content TEXT NOT NULL,
  PRIMARY KEY (sha256, path)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS restarts (
  game INTEGER NOT NULL, seat INTEGER NOT NULL, message TEXT NOT NULL, error_tail TEXT NOT NULL,
  PRIMARY KEY (game, seat)) WITHOUT ROWID;
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

// Views of earlier versions' rows, in which seats are separated by commas and their numbers by blanks, in
// today's form. A damaged cell stays damaged, so that its reader reports it.
constexpr auto older_views = R"(
CREATE TEMP VIEW results AS SELECT
  schedule_index AS game, deal, conditions,
  '[' || replace(seating, ' ', ',') || ']' AS bots,
  '[' || replace(scores, ' ', ',') || ']' AS scores,
  '[' || replace(places, ' ', ',') || ']' AS places,
  CASE WHEN trim(faults, ',') <> '' THEN '[{' || {faults} || '}]' END AS faults,
  times_of_older(times) AS times,
  CASE WHEN {usage} <> '' THEN '[[' || replace(replace({usage}, ',', '],['), ' ', ',') || ']]' END AS usage,
  content_of_hex(content) AS content
FROM main.games;
CREATE TEMP VIEW records AS SELECT
  schedule_index AS game,
  CASE instr(record, ',"usage":[[') WHEN 0 THEN record
    ELSE substr(record, 1, instr(record, ',"usage":[[') - 1) || '}' END AS record
FROM main.games;
CREATE TEMP VIEW diagnostics AS SELECT
  rowid, schedule_index AS game, seat, message, error_tail FROM main.diagnostics;
)";
constexpr auto older_rounds = R"(
CREATE TEMP VIEW rounds AS SELECT
  number, deals, '[[' || replace(replace(groups, ',', '],['), ' ', ',') || ']]' AS groups FROM main.rounds;
)";
constexpr auto older_void_games =
    "CREATE TEMP VIEW void_games AS SELECT schedule_index AS game, attempt, reason FROM main.void_games;";
/// Empty views for stores that have no such table.
constexpr auto no_rounds = "CREATE TEMP VIEW rounds AS SELECT 0 AS number, 0 AS deals, '' AS groups WHERE 0;";
constexpr auto no_void_games =
    "CREATE TEMP VIEW void_games AS SELECT 0 AS game, 0 AS attempt, '' AS reason WHERE 0;";
constexpr auto no_seals = "CREATE TEMP VIEW seals AS SELECT 0 AS game, x'' AS seal WHERE 0;";

constexpr auto set_older_aside = R"(
CREATE TEMP TABLE older_rounds AS SELECT * FROM temp.rounds;
CREATE TEMP TABLE older_void_games AS SELECT * FROM temp.void_games;
CREATE TEMP TABLE older_diagnostics AS SELECT * FROM temp.diagnostics ORDER BY rowid;
DROP VIEW temp.rounds;
DROP VIEW temp.void_games;
DROP VIEW temp.diagnostics;
DROP TABLE IF EXISTS main.rounds;
DROP TABLE IF EXISTS main.void_games;
DROP TABLE main.diagnostics;
)";
constexpr auto move_older = R"(
INSERT INTO main.results SELECT * FROM temp.results ORDER BY game;
INSERT INTO main.records SELECT * FROM temp.records ORDER BY game;
INSERT INTO main.diagnostics SELECT game, seat, message, error_tail FROM older_diagnostics;
INSERT INTO main.void_games SELECT * FROM older_void_games;
INSERT INTO main.rounds SELECT * FROM older_rounds;
DROP VIEW temp.results;
DROP VIEW temp.records;
DROP TABLE older_diagnostics;
DROP TABLE older_void_games;
DROP TABLE older_rounds;
DROP TABLE main.games;
)";

/// `timeout 1 illegal 2,,` as `"timeout":1,"illegal":2},{`.
std::string older_faults() {
  std::string text = "replace(substr(faults, 1, length(faults) - 1), ' ', ';')";
  text = "replace(" + text + ", ',', '},{')";
  for (const auto kind : fault_kind_names)
    text = "replace(" + text + ", '" + std::string{kind} + ";', '\"" + std::string{kind} + "\":')";
  return "replace(" + text + ", ';', ',')";
}

void fill_in(std::string& text, std::string_view hole, std::string_view filling) {
  for (auto at = text.find(hole); at != std::string::npos; at = text.find(hole, at + filling.size()))
    text.replace(at, hole.size(), filling);
}

/// SQL's content_of_hex: the bytes of 64 hexadecimal digits; anything else unchanged.
void content_of_hex(sqlite3_context* context, int, sqlite3_value** values) {
  const auto* const begin = static_cast<const char*>(sqlite3_value_blob(*values));
  const auto size = static_cast<std::size_t>(sqlite3_value_bytes(*values));
  const auto content = from_hex(std::string_view{begin, size});
  if (!content) return sqlite3_result_value(context, *values);
  sqlite3_result_blob(context, content->data(), static_cast<int>(content->size()), SQLITE_TRANSIENT);
}

/// `5 3:2 5:1` as `5,3,3,5`; anything else unchanged.
std::string seat_times(std::string_view text) {
  constexpr int most_decisions = 100'000;  // far more than a game can have
  std::string times{text.substr(0, text.find(' '))};
  int decisions = 0;
  for (auto at = times.size(); at < text.size();) {
    const auto colon = text.find(':', at);
    if (colon == std::string_view::npos) return std::string{text};
    const auto end = std::min(text.find(' ', colon), text.size());
    int count = 0;
    const auto read = std::from_chars(text.data() + colon + 1, text.data() + end, count);
    if (read.ec != std::errc{} || read.ptr != text.data() + end || count < 1 ||
        count > most_decisions - decisions)
      return std::string{text};
    decisions += count;
    for (; count > 0; --count) times.append(",").append(text.substr(at + 1, colon - at - 1));
    at = end;
  }
  return times;
}

/// SQL's times_of_older: `[[5,3,3,5],[0]]` of `5 3:2 5:1,0`.
void times_of_older(sqlite3_context* context, int, sqlite3_value** values) {
  const auto* const begin = static_cast<const char*>(sqlite3_value_blob(*values));
  std::string_view text{begin, static_cast<std::size_t>(sqlite3_value_bytes(*values))};
  std::string times = "[[";
  while (true) {
    const auto comma = text.find(',');
    times += seat_times(text.substr(0, comma));
    if (comma == std::string_view::npos) break;
    times += "],[";
    text.remove_prefix(comma + 1);
  }
  times += "]]";
  sqlite3_result_text(context, times.data(), static_cast<int>(times.size()), SQLITE_TRANSIENT);
}

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
    if (!found.empty() && !found.contains(name) && std::ranges::find(later_names, name) == later_names.end())
      return fmt::format("its {} '{}' is missing", object.type, name);
  return {};
}

bool is_virtual(const SchemaObject& object) {
  constexpr std::string_view word = "VIRTUAL";
  const auto same = [](char one, char other) { return (one & ~0x20) == other; };
  return !std::ranges::search(object.sql, word, same).empty();
}

/// The objection to a database of an earlier version, which has only tables and an index: how they are
/// written differs between programs.
std::string objection_to_older(const SchemaObjects& found) {
  constexpr std::array names{"meta",        "conditions",         "games", "rounds", "void_games",
                             "diagnostics", "diagnostics_by_game"};
  for (const auto& [name, object] : found) {
    const bool is_index = name == "diagnostics_by_game";
    const bool is_of_key = object.sql.empty() && name.starts_with("sqlite_autoindex_");
    const bool is_known = std::ranges::find(names, name) != names.end() &&
                          object.type == (is_index ? "index" : "table") && !is_virtual(object);
    if (!is_known && !is_of_key)
      return fmt::format("it holds the {} '{}', which Tribunal does not make", harmless(object.type),
                         harmless(name));
  }
  return {};
}

}  // namespace

void restrict_to_tables(SQLite::Database& database) {
  constexpr int largest_cell = 64 << 20;
  sqlite3_limit(database.getHandle(), SQLITE_LIMIT_LENGTH, largest_cell);
  database.exec("PRAGMA trusted_schema = OFF");
  const auto found = objects_of(database);
  const auto objection =
      found.contains("games") ? objection_to_older(found) : objection_to_objects(found, our_objects());
  if (!objection.empty()) throw SQLite::Exception{objection, SQLITE_CORRUPT};
}

void create_tables(SQLite::Database& database) {
  database.exec(tables);
  database.exec(seats_view);
  add_later_tables(database);
}

void add_later_tables(SQLite::Database& database) { database.exec(later_tables); }

bool is_known_version(const std::string& version) {
  return version == meta::this_version || version == meta::version_of_one_table ||
         version == meta::version_without_usage;
}

void read_as_today(SQLite::Database& database, const std::string& version) {
  if (!database.tableExists(seals_name)) database.exec(no_seals);
  if (version == meta::this_version) return;
  const auto add_function = [&](const char* name, auto* function) {
    constexpr int how = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
    auto* const handle = database.getHandle();
    if (sqlite3_create_function(handle, name, 1, how, nullptr, function, nullptr, nullptr) != SQLITE_OK)
      throw SQLite::Exception{handle};
  };
  add_function("content_of_hex", content_of_hex);
  add_function("times_of_older", times_of_older);
  std::string views = older_views;
  fill_in(views, "{faults}", older_faults());
  fill_in(views, "{usage}", version == meta::version_without_usage ? "''" : "games.usage");
  views += database.tableExists("rounds") ? older_rounds : no_rounds;
  views += database.tableExists("void_games") ? older_void_games : no_void_games;
  database.exec(views);
}

void migrate(SQLite::Database& database) {
  database.exec("DROP VIEW temp.seals");
  database.exec(set_older_aside);
  create_tables(database);
  database.exec(move_older);
  write_meta(database, meta::version, meta::this_version);
}

}  // namespace tribunal
