// Results that are damaged or tampered with: a command that needs the damaged part refuses them with the
// reason.
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "tournament/stored_cup.hpp"

using namespace tribunal;
using namespace tribunal::testing;

TEST_CASE("a folder without results, or with a damaged database, is said to be so") {
  const ScratchFolder folder;
  CHECK(Results::open(folder / "cup").error().code == Kind::unreadable);
  std::filesystem::create_directory(folder / "cup");
  folder.write("cup/results.db",
               "this is no database, whatever its name says; it is long enough to be looked at");
  CHECK(Results::open(folder / "cup").error().code == Kind::unreadable);
  CHECK(open(folder, cup_of()).error().code == Kind::unreadable);
}

TEST_CASE_METHOD(StoredCup, "the games before a damaged one are read, and it is named") {
  auto store = stored(folder, cup, {0, 1, 2, 3});
  change(folder, "UPDATE games SET times = '[[5,9]]' WHERE game = 2");
  const auto results = results_in(folder);
  std::vector<std::uint64_t> seen;
  const auto walked =
      results.for_each([&](const GameResult& game) { return seen.push_back(game.index), true; });
  CHECK(seen == std::vector<std::uint64_t>{0, 1});
  check_refused(walked, Kind::unreadable, "game 2 is damaged in the database: times is \"[[5,9]]\"");
}

TEST_CASE_METHOD(
    StoredCup,
    "values that no game of the tournament can have are refused on reading, in a line that names the game") {
  const auto [set, word] = GENERATE(table<std::string, std::string>({
      {"places = '[0,0,0]'", "game 1: its places are 0 0 0, which is impossible for 3 seats"},
      {"places = '[1,3,3]'", "game 1: its places are 1 3 3"},
      {"places = '[0,0]'", "game 1: scores is"},
      {"places = '[1,1]', scores = '[0,0]'", "game 1: it has the places of 2 seats, not of 3"},
      {"places = '[1,2,1000]'", "game 1: places is \"[1,2,1000]\"; expected the place of each seat"},
      {"scores = '[1,2,9999999999]'", "game 1: scores is"},
      {"scores = '[1,2]'", "game 1: scores is"},
      {"scores = '[0,0,2000000000]'", "game 1: seat 2 has 2000000000 points; the rules allow "},
      {"scores = '[-2000000000,0,0]'", "game 1: seat 0 has -2000000000 points; the rules allow "},
      {"bots = '[0,1,3]'", "game 1: its bot 3 is not in the plan, which has 0 .. 2"},
      {"bots = '[0,1,-1]'", "game 1: its bot -1 is not in the plan"},
      {"bots = '[0,1,1]'", "game 1: its bot 1 sits in two seats"},
      {"bots = '[0,1]', faults = NULL", "game 1: times is"},
      {"bots = '[0,1]', faults = NULL, times = '[[0],[0]]', usage = NULL", "game 1: it has 2 players, not 3"},
      {"bots = '[0,1,2'", "game 1: bots is \"[0,1,2\"; expected the bot of each seat"},
      {"bots = '[0, 1, 2]'", "game 1: bots is"},
      {"bots = x'1b5b32'", "game 1: bots is \"\\x1b[2\"; expected"},
      {"deal = -7", "game 1: its deal is -7, not 0 .. 19"},
      {"deal = 20", "game 1: its deal is 20, not 0 .. 19"},
      {"deal = 'one'", "game 1: its deal is -1"},
      {"faults = '[{\"crash\":-1},{},{}]'", "game 1: faults is"},
      {"faults = '[{\"crash\":2000000000},{},{}]'", "game 1: faults is"},
      {"times = '[[5,9000000000000000000],[0],[0]]'", "game 1: times is"},
      {"times = '[[5,5,1],[0],[0]]'", "game 1: times is"},
      {"usage = '[[-1,2,3,4],[1,2,3,4],[1,2,3,4]]'", "game 1: usage is"},
      {"content = '12'", "game 1: content is \"12\"; expected a hash of 32 bytes"},
      {"conditions = 99", "game 1: its conditions, 99, are missing"},
      {"conditions = x'312c'", "game 1: its conditions, -1, are missing"},
      {"id = -1", "game -1: its place in the schedule is -1, not 0 .. 59"},
      {"id = 1 << 47", "game 140737488355328: its place in the schedule is"},
  }));
  CAPTURE(set);
  stored(folder, cup, {0, 1});
  change(folder, "PRAGMA foreign_keys = OFF; UPDATE games SET " + set + " WHERE id = 1");
  auto expected = (folder / "cup").string() + ": " + word;
  expected.insert(expected.find(": ", expected.find("game ")), " is damaged in the database");
  const auto check = [&](const Error& error) {
    CHECK(error.code == Kind::unreadable);
    CHECK_THAT(error.text(), Catch::StartsWith(expected));
    CHECK(error.text().find('\n') == std::string::npos);
  };
  const auto results = results_in(folder);
  check(results.for_each([](const GameResult&) { return true; }).error());
  check(standings_of(results).error());
  check(results.for_each_record(results.secret().value(), [](auto&&...) { return true; }).error());
  if (set.starts_with("id")) check(open(folder, cup).error());
}

TEST_CASE_METHOD(StoredCup, "damage beside the games is reported by the code that needs the damaged part") {
  struct Example {
    std::string change;
    std::string word;
    bool for_runs = true;
    bool for_readers = true;
  };
  static constexpr auto other_tables = "its tables are not those that this version of Tribunal makes";
  const auto example = GENERATE(values<Example>({
      {"UPDATE meta SET value = 'twenty' WHERE key = 'deals'", "the number of deals is damaged", true, false},
      {"UPDATE meta SET value = '[1]' WHERE key = 'identity'",
       "the identity of the tournament in table meta is damaged", true, false},
      {"UPDATE meta SET value = '{}' WHERE key = 'identity'",
       "the identity of the tournament in table meta is damaged", true, false},
      {"UPDATE conditions SET text = '{'", "the conditions of the games cannot be read: it is not JSON"},
      {"UPDATE conditions SET text = '{}'", "cannot be read: the conditions lacks \"limits\""},
      {"UPDATE conditions SET text = replace(text, '\"move_ms\":1000', '\"move_ms\":-1')",
       "cannot be read: \"move_ms\" of the limits should be"},
      {"UPDATE conditions SET text = replace(text, '\"c\"]', '\"\\u001b\"]')", "should list hashes"},
      {"UPDATE conditions SET text = replace(text, ',\"c\"]', ']')",
       "the last conditions have different bots", false},
      {"DELETE FROM conditions", "the conditions of games are missing"},
      {"DELETE FROM meta WHERE key = 'plan file'", "the path of the plan is damaged in the database", false},
      {"CREATE VIEW more AS SELECT 1",
       "results.db is damaged (its tables are not those that this version of Tribunal makes)"},
      {"CREATE TRIGGER more AFTER UPDATE ON meta BEGIN DELETE FROM games; END", other_tables},
      {"DROP VIEW seats; CREATE TABLE seats AS SELECT 0 AS game, 'cyd' AS bot, 1 AS place", other_tables},
      {"DROP VIEW seats; CREATE VIEW seats AS SELECT game, 'cyd' AS bot, 1 AS place FROM games",
       other_tables},
      {"DROP VIEW seats", other_tables},
      {"DROP TABLE notes", other_tables},
      {"ALTER TABLE games ADD COLUMN winner TEXT", other_tables},
      {"CREATE INDEX more ON games (deal)", other_tables},
  }));
  CAPTURE(example.change);
  REQUIRE(open(folder, cup));
  change(folder, "PRAGMA foreign_keys = OFF; " + example.change);
  const auto check = [&](const auto& opened) {
    check_refused(opened, Kind::unreadable, example.word);
    CHECK_THAT(opened.error().text(), Catch::StartsWith((folder / "cup").string() + ": "));
  };
  if (example.for_readers) check(Results::open(folder / "cup"));
  if (example.for_runs) check(open(folder, cup));
}

TEST_CASE("rounds that cannot have been started are refused, whatever their games say") {
  const auto damage = GENERATE(values<std::string>(
      {"groups = '[[0,9]]'", "groups = '[[0,0]]'", "groups = '[[0,1],[1,2]]'", "groups = '[[0,1,2]]'",
       "groups = ''", "deals = 0", "deals = -1", "deals = 2", "deals = 1 << 62"}));
  CAPTURE(damage);
  const auto swiss =
      cup_of({.players = 2, .deals = 1, .seed = "", .more = "format = \"swiss\"\nrounds = 3\n"});
  const ScratchFolder folder;
  {
    auto store = stored(folder, swiss, {0});
    REQUIRE(store.add_rounds(0, std::vector{swiss.schedule.rounds()[0].round}));
  }
  change(folder, "UPDATE rounds SET " + damage);
  check_refused(Results::open(folder / "cup"), Kind::unreadable,
                "cup: round 0 is damaged in the database: it");
}
