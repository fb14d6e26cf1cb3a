#include "tournament/store/store.hpp"

#include <csignal>
#include <map>
#include <numeric>
#include <string>
#include <sys/resource.h>
#include <sys/stat.h>

#include <SQLiteCpp/SQLiteCpp.h>
#include <catch2/catch.hpp>

#include "cards/secret_file.hpp"
#include "record/compact.hpp"
#include "support/scratch_folder.hpp"
#include "tournament/cup.hpp"
#include "tournament/standings/joint_standings.hpp"
#include "tournament/standings/standings_of.hpp"
#include "tournament/store/results.hpp"

using namespace tribunal;
using tribunal::testing::cup_head;
using tribunal::testing::play_all;
using tribunal::testing::ScratchFolder;

namespace {

using Kind = ErrorCode;

struct Changes {
  std::string head = tribunal::testing::cup_head;  ///< the first lines of the plan
  std::string tail;                                ///< more lines
  std::string hash_of_cyd = "c";
};

Tournament tournament(const Changes& changes = {}) {
  return tribunal::testing::cup(changes.head, changes.tail, changes.hash_of_cyd);
}

Result<Store> open(const ScratchFolder& folder, const Tournament& cup, bool accept = false) {
  return Store::open(folder / "cup", cup, tribunal::testing::cup_host, accept);
}

std::vector<GameResult> results_of(const ScratchFolder& folder) {
  std::vector<GameResult> all;
  const auto results = Results::open(folder / "cup").value();
  results.for_each([&](const GameResult& game) { return all.push_back(game), true; }).value();
  return all;
}

Bytes32 content_of(const ScratchFolder& folder) {
  return standings_of(Results::open(folder / "cup").value()).value().content;
}

}  // namespace

TEST_CASE("stored games are read back as they were, in schedule order, whole records included") {
  const ScratchFolder folder;
  const auto cup = tournament();
  auto store = open(folder, cup).value();
  auto games = play_all(cup, store, {5, 0, 3, 59});
  REQUIRE(store.add(games));
  std::ranges::sort(games, {}, [](const auto& game) { return game.result.index; });

  const auto read = results_of(folder);
  REQUIRE(read.size() == games.size());
  for (std::size_t i = 0; i < read.size(); ++i) CHECK(read[i] == games[i].result);

  const auto results = Results::open(folder / "cup").value();
  std::size_t seen = 0;
  const auto compare = [&](const GameResult& result, const Record& record) {
    CHECK(result == games[seen].result);
    CHECK(to_compact(record) == games[seen].record);
    CHECK(result_of(cup.schedule.game(result.index), record).value() == result);
    ++seen;
    return true;
  };
  REQUIRE(results.for_each_record(results.secret().value(), compare));
  CHECK(seen == games.size());
}

TEST_CASE("a game is stored once; a second time is an error that keeps nothing of its batch") {
  const ScratchFolder folder;
  const auto cup = tournament();
  auto store = open(folder, cup).value();
  REQUIRE(store.add(play_all(cup, store, {0, 1})));
  CHECK_FALSE(store.add(play_all(cup, store, {2, 1})));
  CHECK(store.size() == 2);
  CHECK(results_of(folder).size() == 2);
}

TEST_CASE("a tournament opened again knows what it has") {
  const ScratchFolder folder;
  const auto cup = tournament();
  {
    auto store = open(folder, cup).value();
    CHECK(store.stored().empty());
    REQUIRE(store.add(play_all(cup, store, {0, 2})));
  }
  const auto store = open(folder, cup).value();
  CHECK(store.stored() == std::vector<bool>{true, false, true});
  CHECK(store.size() == 2);
}

TEST_CASE("readers see what is committed while the tournament is being played") {
  const ScratchFolder folder;
  const auto cup = tournament();
  auto store = open(folder, cup).value();
  const auto results = Results::open(folder / "cup").value();
  CHECK(results.size().value() == 0);
  REQUIRE(store.add(play_all(cup, store, {0, 1, 2})));
  CHECK(results.size().value() == 3);
}

TEST_CASE("the next reader rolls back what a killed program left half done") {
  const ScratchFolder folder;
  const auto cup = tournament();
  {
    auto store = open(folder, cup).value();
    REQUIRE(store.add(play_all(cup, store, {0, 1, 2})));
  }
  const auto results = results_of(folder);
  {
    SQLite::Database database{folder / "cup/results.db", SQLite::OPEN_READWRITE};
    database.exec("PRAGMA cache_size = 1");  // pages go to the file before the end
    SQLite::Transaction change{database};
    database.exec("UPDATE records SET record = zeroblob(20000)");
    std::filesystem::copy(folder / "cup", folder / "killed");
  }
  REQUIRE(std::filesystem::exists(folder / "killed/results.db-journal"));
  std::filesystem::remove_all(folder / "cup");
  std::filesystem::rename(folder / "killed", folder / "cup");
  CHECK(results_of(folder) == results);
}

TEST_CASE("two runs cannot play in the same folder") {
  const ScratchFolder folder;
  auto first = open(folder, tournament());
  REQUIRE(first);
  const auto second = open(folder, tournament());
  REQUIRE_FALSE(second);
  CHECK(second.error().code == Kind::in_use);
  CHECK_THAT(second.error().text(), Catch::Contains("another run is playing"));
  first = std::unexpected{Error{"closed"}};
  CHECK(open(folder, tournament()));
}

TEST_CASE("a folder that holds something else is left alone") {
  const ScratchFolder folder;
  std::filesystem::create_directory(folder / "cup");
  folder.write("cup/letters.txt", "dear ...");
  const auto store = open(folder, tournament());
  REQUIRE_FALSE(store);
  CHECK(store.error().code == Kind::unreadable);
  CHECK_THAT(store.error().text(), Catch::Contains("letters.txt"));
  CHECK_FALSE(std::filesystem::exists(folder / "cup" / "secret"));
}

TEST_CASE("another tournament in the same folder is refused, whatever is asked") {
  const ScratchFolder folder;
  REQUIRE(open(folder, tournament()));
  const auto other = GENERATE(values<Changes>({
      {"name = \"other\"\ngame = \"revolution\"\ndeals = 20\nseed = \"42\"\n", "", "c"},
      {"name = \"cup\"\ngame = \"mitch\"\ndeals = 20\nseed = \"42\"\n", "", "c"},
      {"name = \"cup\"\ngame = \"revolution\"\nplayers = 2\ndeals = 20\nseed = \"42\"\n", "", "c"},
      {"name = \"cup\"\ngame = \"revolution\"\ndeals = 20\nseed = \"43\"\n", "", "c"},
      {cup_head, "public_value = \"DAX 18000\"\n", "c"},
      {cup_head, "permutations = \"all\"\n", "c"},
      {cup_head, "[rules]\nhands = 2\n", "c"},
      {cup_head, "[[bots]]\nname = \"dan\"\ncommand = \"./dan\"\n", "c"},
  }));
  for (const bool accept : {false, true}) {
    const auto store = open(folder, tournament(other), accept);
    REQUIRE_FALSE(store);
    CHECK(store.error().code == Kind::wrong_plan);
    CHECK_THAT(store.error().text(), Catch::Contains("another tournament"));
  }
}

TEST_CASE("a tournament of several games knows them, their order and their rules") {
  const std::string head = "name = \"cup\"\ndeals = 20\nseed = \"42\"\n";
  const std::string mitch = "[[games]]\ngame = \"mitch\"\n";
  const std::string revolution = "[[games]]\ngame = \"revolution\"\n";
  const ScratchFolder folder;
  REQUIRE(open(folder, tournament({head, mitch + revolution, "c"})));
  CHECK(open(folder, tournament({head, mitch + revolution, "c"})));
  const auto other = GENERATE_COPY(values<std::pair<std::string, std::string>>({
      {revolution + mitch, "games 0 name: \"mitch\" there, \"revolution\" in"},
      {mitch + revolution + "rules = { hands = 2 }\n", "games 1 rules hands: \"1\" there, \"2\" in"},
      {mitch + revolution + "name = \"other\"\n", "games 1 name"},
      {mitch + revolution + "[[games]]\nname = \"more\"\ngame = \"mitch\"\n", "games 2"},
      {mitch, "game"},
  }));
  const auto store = open(folder, tournament({head, other.first, "c"}), true);
  REQUIRE_FALSE(store);
  CHECK_THAT(store.error().text(), Catch::Contains("another tournament (" + other.second));
}

TEST_CASE("games of a tournament of several are read back with what they are games of") {
  const ScratchFolder folder;
  const auto cup = tournament({"name = \"cup\"\ndeals = 20\nseed = \"42\"\n",
                               "[[games]]\ngame = \"mitch\"\n[[games]]\ngame = \"revolution\"\n", "c"});
  auto store = open(folder, cup).value();
  const auto games = play_all(cup, store, {0, 3, 6});
  REQUIRE(store.add(games));
  const auto read = results_of(folder);
  REQUIRE(read.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) CHECK(read[i] == games[i].result);
  CHECK(std::vector{read[0].game, read[1].game, read[2].game} == std::vector{0, 1, 0});
  std::vector<std::string> played;
  const auto results = Results::open(folder / "cup").value();
  const auto look = [&](const GameResult&, const Record& record) {
    played.push_back(record.rules.game());
    return true;
  };
  REQUIRE(results.for_each_record(results.secret().value(), look));
  CHECK(played == std::vector<std::string>{"mitch", "revolution", "mitch"});
}

TEST_CASE("places of the Mob in games for chips, which older versions stored, are not read") {
  const ScratchFolder folder;
  const auto cup = tournament({"name = \"cup\"\ndeals = 20\nseed = \"42\"\nplayers = 2\n",
                               "[[games]]\ngame = \"hustler\"\nrules = { hands = 2 }\n", "c"});
  {
    auto store = open(folder, cup).value();
    REQUIRE(store.add(play_all(cup, store, {0, 1, 2})));
  }
  const auto places_of = [](const GameResult& game) {
    return std::vector<int>{game.outcome.places.begin(), game.outcome.places.begin() + game.outcome.seats};
  };
  const auto store_places = [&](const std::string& places) {
    SQLite::Database database{(folder / "cup" / "results.db").string(), SQLite::OPEN_READWRITE};
    database.exec("UPDATE results SET places = '" + places + "' WHERE game = 1");
  };
  for (const auto& [stored, read] :
       {std::pair{"[2,3,1]", std::vector{1, 2, 0}}, std::pair{"[3,1,2]", std::vector{2, 1, 0}},
        std::pair{"[2,2,1]", std::vector{1, 1, 0}}}) {
    store_places(stored);
    const auto games = results_of(folder);
    REQUIRE(games.size() == 3);
    CHECK(places_of(games[1]) == read);
    CHECK(games[1].reranked);
    CHECK_FALSE(games[2].reranked);
  }
  store_places("[1,3,0]");
  CHECK_THAT(Results::open(folder / "cup")->for_each([](const GameResult&) { return true; }).error().text(),
             Catch::Contains("its places are 1 3 0"));
}

TEST_CASE("changed conditions are refused with a word about what changed, unless asked for") {
  struct Example {
    Changes changes;
    std::string word;
  };
  const auto example = GENERATE(values<Example>({
      {{"name = \"cup\"\ngame = \"revolution\"\ndeals = 30\nseed = \"42\"\n", "", "c"},
       "deals: 20 there, 30 in"},
      {{cup_head, "[limits]\nmove_ms = 500\n", "c"}, "limits move_ms: 1000 there, 500 in"},
      {{cup_head, "restart = \"game\"\n", "c"}, "restart"},
      {{cup_head, "", "changed"}, "bot cyd has changed since the start"},
  }));
  const ScratchFolder folder;
  REQUIRE(open(folder, tournament()));
  const auto changed = tournament(example.changes);
  const auto refused = open(folder, changed);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == Kind::wrong_plan);
  CHECK_THAT(refused.error().text(), Catch::Contains(example.word) && Catch::Contains("--accept-changes"));
  CHECK(open(folder, changed, true));
  CHECK(open(folder, changed));
  CHECK_FALSE(open(folder, tournament()));
}

TEST_CASE("deals can be added, never taken away") {
  const ScratchFolder folder;
  REQUIRE(open(folder, tournament()));
  const auto fewer =
      tournament({"name = \"cup\"\ngame = \"revolution\"\ndeals = 19\nseed = \"42\"\n", "", "c"});
  const auto refused = open(folder, fewer, true);
  REQUIRE_FALSE(refused);
  CHECK_THAT(refused.error().text(), Catch::Contains("deals can only be added"));
}

TEST_CASE("records keep the conditions under which they were played") {
  const ScratchFolder folder;
  const auto before = tournament();
  {
    auto store = open(folder, before).value();
    REQUIRE(store.add(play_all(before, store, {0})));
  }
  const auto after = tournament({cup_head, "[limits]\nmove_ms = 500\n", "changed"});
  {
    auto store = open(folder, after, true).value();
    REQUIRE(store.add(play_all(after, store, {1})));
  }
  const auto results = Results::open(folder / "cup").value();
  std::vector<std::int64_t> move_ms;
  std::vector<std::string> hashes;
  const auto look = [&](const GameResult&, const Record& record) {
    move_ms.push_back(record.limits.move_ms);
    for (const auto& entrant : record.entrants)
      if (entrant.bot == "cyd") hashes.push_back(entrant.sha256);
    return true;
  };
  REQUIRE(results.for_each_record(results.secret().value(), look));
  CHECK(move_ms == std::vector<std::int64_t>{1000, 500});
  CHECK(hashes == std::vector<std::string>{"c", "changed"});
}

TEST_CASE("a plan without a seed gets a secret of its own, readable by its owner only, and keeps it") {
  const ScratchFolder folder;
  const auto cup = tournament({"name = \"cup\"\ngame = \"revolution\"\ndeals = 20\n", "", "c"});
  const auto first = open(folder, cup).value().secret();
  struct stat facts {};
  REQUIRE(::stat((folder / "cup" / "secret").c_str(), &facts) == 0);
  CHECK((facts.st_mode & 0777) == 0600);
  CHECK(open(folder, cup).value().secret() == first);
  const ScratchFolder elsewhere;
  CHECK_FALSE(open(elsewhere, cup).value().secret() == first);

  std::filesystem::remove(folder / "cup" / "secret");
  const auto lost = open(folder, cup);
  REQUIRE_FALSE(lost);
  CHECK(lost.error().code == Kind::unreadable);
}

TEST_CASE("the deals follow from the seed and the public value") {
  const ScratchFolder folder;
  const auto cup = tournament({cup_head, "public_value = \"DAX 18000\"\n", "c"});
  const auto store = open(folder, cup).value();
  CHECK(store.secret() == Secret::from_seed("42").with_public_value("DAX 18000"));
  CHECK(store.commitment() == Secret::from_seed("42").commitment());
  CHECK(read_secret_file(folder / "cup" / "secret").value() == Secret::from_seed("42"));
  const auto results = Results::open(folder / "cup").value();
  CHECK(results.secret().value() == store.secret());
  CHECK(results.commitment() == store.commitment());
}

TEST_CASE("a secret that is not the tournament's is noticed") {
  const ScratchFolder folder;
  REQUIRE(open(folder, tournament()));
  std::filesystem::remove(folder / "cup" / "secret");
  REQUIRE(write_secret_file(folder / "cup" / "secret", Secret::from_seed("43")));
  const auto secret = Results::open(folder / "cup").value().secret();
  REQUIRE_FALSE(secret);
  CHECK_THAT(secret.error().text(), Catch::Contains("does not match the commitment"));
}

TEST_CASE("a full disk is an error that loses nothing") {
  const ScratchFolder folder;
  const auto cup = tournament();
  {
    auto store = open(folder, cup).value();
    REQUIRE(store.add(play_all(cup, store, {0, 1, 2})));
    const auto more = play_all(cup, store, {3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20});

    struct rlimit usual {};
    ::getrlimit(RLIMIT_FSIZE, &usual);
    const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit small{1 << 14, usual.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
    const auto added = store.add(more);
    ::setrlimit(RLIMIT_FSIZE, &usual);
    std::signal(SIGXFSZ, old_handler);

    REQUIRE_FALSE(added);
    CHECK(added.error().code == Kind::cannot_write);
    CHECK(store.size() == 3);
    CHECK(store.add(more));
  }
  CHECK(results_of(folder).size() == 21);
}

TEST_CASE("a folder without results, or with a damaged database, is said to be so") {
  const ScratchFolder folder;
  CHECK(Results::open(folder / "cup").error().code == Kind::unreadable);
  std::filesystem::create_directory(folder / "cup");
  folder.write("cup/results.db",
               "this is no database, whatever its name says; it is long enough to be looked at");
  CHECK(Results::open(folder / "cup").error().code == Kind::unreadable);
  CHECK(open(folder, tournament()).error().code == Kind::unreadable);
}

TEST_CASE("the games before a damaged one are read, and it is named") {
  const ScratchFolder folder;
  const auto cup = tournament();
  auto store = open(folder, cup).value();
  REQUIRE(store.add(play_all(cup, store, {0, 1, 2, 3})));
  SQLite::Database{(folder / "cup" / "results.db").string(), SQLite::OPEN_READWRITE}.exec(
      "UPDATE results SET times = '[[5,9]]' WHERE game = 2");
  const auto results = Results::open(folder / "cup").value();
  std::vector<std::uint64_t> seen;
  const auto walked =
      results.for_each([&](const GameResult& game) { return seen.push_back(game.index), true; });
  CHECK(seen == std::vector<std::uint64_t>{0, 1});
  REQUIRE_FALSE(walked);
  CHECK(walked.error().code == Kind::unreadable);
  CHECK_THAT(walked.error().text(),
             Catch::Contains("game 2 is damaged in the database: times is \"[[5,9]]\""));
}

TEST_CASE(
    "values that no game of the tournament can have are refused on reading, in a line that names the game") {
  struct Example {
    std::string set;   ///< the change to game 1
    std::string word;  ///< text of the error, after `game ... is damaged in the database: `
  };
  const auto example = GENERATE(values<Example>({
      {"places = '[0,0,0]'", "game 1: its places are 0 0 0, which no 3 seats can share out"},
      {"places = '[1,3,3]'", "game 1: its places are 1 3 3"},
      {"places = '[0,0]'", "game 1: scores is"},
      {"places = '[1,1]', scores = '[0,0]'", "game 1: it has the places of 2 seats, not of 3"},
      {"places = '[1,2,1000]'", "game 1: places is \"[1,2,1000]\"; expected the place of each seat"},
      {"scores = '[1,2,9999999999]'", "game 1: scores is"},
      {"scores = '[1,2]'", "game 1: scores is"},
      {"scores = '[0,0,2000000000]'", "game 1: seat 2 has 2000000000 points, which are "},
      {"scores = '[-2000000000,0,0]'", "game 1: seat 0 has -2000000000 points, which are "},
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
      {"conditions = 99", "game 1: its conditions, 99, are not there"},
      {"conditions = x'312c'", "game 1: its conditions, -1, are not there"},
      {"game = -1", "game -1: its place in the schedule is -1, not 0 .. 59"},
      {"game = 1 << 62", "game 4611686018427387904: its place in the schedule is"},
  }));
  CAPTURE(example.set);
  const ScratchFolder folder;
  const auto cup = tournament();
  {
    auto store = open(folder, cup).value();
    REQUIRE(store.add(play_all(cup, store, {0, 1})));
  }
  SQLite::Database{(folder / "cup" / "results.db").string(), SQLite::OPEN_READWRITE}.exec(
      "PRAGMA foreign_keys = OFF; UPDATE results SET " + example.set + " WHERE game = 1");
  auto expected = (folder / "cup").string() + ": " + example.word;
  expected.insert(expected.find(": ", expected.find("game ")), " is damaged in the database");
  const auto check = [&](const Error& error) {
    CHECK(error.code == Kind::unreadable);
    CHECK_THAT(error.text(), Catch::StartsWith(expected));
    CHECK(error.message.find('\n') == std::string::npos);
  };
  const auto results = Results::open(folder / "cup").value();
  check(results.for_each([](const GameResult&) { return true; }).error());
  check(standings_of(results).error());
  check(results.for_each_record(results.secret().value(), [](auto&&...) { return true; }).error());
  if (example.set.starts_with("game")) check(open(folder, cup).error());
}

TEST_CASE("damage beside the games is reported by the code that needs the damaged part") {
  struct Example {
    std::string change;
    std::string word;
    bool for_runs = true;
    bool for_readers = true;
  };
  const auto example = GENERATE(values<Example>({
      {"UPDATE meta SET value = 'twenty' WHERE key = 'deals'", "the number of deals is damaged", true, false},
      {"UPDATE meta SET value = '[1]' WHERE key = 'identity'", "what tournament it is, is damaged", true,
       false},
      {"UPDATE meta SET value = '{}' WHERE key = 'identity'", "what tournament it is, is damaged", true,
       false},
      {"UPDATE conditions SET text = '{'", "the conditions of the games cannot be read: it is not JSON"},
      {"UPDATE conditions SET text = '{}'", "cannot be read: the conditions lacks \"limits\""},
      {"UPDATE conditions SET text = replace(text, '\"move_ms\":1000', '\"move_ms\":-1')",
       "cannot be read: \"move_ms\" of the limits should be"},
      {"UPDATE conditions SET text = replace(text, '\"c\"]', '\"\\u001b\"]')", "should list hashes"},
      {"UPDATE conditions SET text = replace(text, ',\"c\"]', ']')", "the last conditions are of other bots",
       false},
      {"DELETE FROM conditions", "there are no conditions of games"},
      {"DELETE FROM meta WHERE key = 'plan file'", "where the plan lay is damaged in the database", false},
      {"CREATE VIEW more AS SELECT 1",
       "results.db is damaged (it holds the view 'more', which Tribunal does not make)"},
      {"CREATE TRIGGER more AFTER UPDATE ON meta BEGIN DELETE FROM results; END",
       "it holds the trigger 'more', which Tribunal does not make"},
      {"DROP VIEW seats; CREATE TABLE seats AS SELECT 0 AS game, 'cyd' AS bot, 1 AS place",
       "its table 'seats' is not the one that Tribunal makes"},
      {"DROP VIEW seats; CREATE VIEW seats AS SELECT game, 'cyd' AS bot, 1 AS place FROM results",
       "its view 'seats' is not the one that Tribunal makes"},
      {"DROP VIEW seats", "its view 'seats' is missing"},
      {"DROP TABLE diagnostics", "its table 'diagnostics' is missing"},
      {"ALTER TABLE results ADD COLUMN winner TEXT", "its table 'results' is not the one"},
      {"CREATE INDEX more ON results (deal)", "it holds the index 'more'"},
  }));
  CAPTURE(example.change);
  const ScratchFolder folder;
  const auto cup = tournament();
  REQUIRE(open(folder, cup));
  SQLite::Database{(folder / "cup" / "results.db").string(), SQLite::OPEN_READWRITE}.exec(
      "PRAGMA foreign_keys = OFF; " + example.change);
  const auto check = [&](const auto& opened) {
    REQUIRE_FALSE(opened);
    CHECK(opened.error().code == Kind::unreadable);
    CHECK_THAT(opened.error().text(), Catch::StartsWith((folder / "cup").string() + ": "));
    CHECK_THAT(opened.error().text(), Catch::Contains(example.word));
  };
  if (example.for_readers) check(Results::open(folder / "cup"));
  if (example.for_runs) check(open(folder, cup));
}

TEST_CASE("rounds that cannot have been started are refused, whatever their games say") {
  const auto change = GENERATE(values<std::string>(
      {"groups = '[[0,9]]'", "groups = '[[0,0]]'", "groups = '[[0,1],[1,2]]'", "groups = '[[0,1,2]]'",
       "groups = ''", "deals = 0", "deals = -1", "deals = 2", "deals = 1 << 62"}));
  CAPTURE(change);
  const auto swiss =
      tournament({.head = "name = \"cup\"\ngame = \"revolution\"\nplayers = 2\nformat = \"swiss\"\n"
                          "rounds = 3\ndeals = 1\n",
                  .tail = "",
                  .hash_of_cyd = "c"});
  const ScratchFolder folder;
  {
    auto store = open(folder, swiss).value();
    REQUIRE(store.add(play_all(swiss, store, {0})));
    REQUIRE(store.add_rounds(0, std::vector{swiss.schedule.rounds()[0].round}));
  }
  SQLite::Database{(folder / "cup" / "results.db").string(), SQLite::OPEN_READWRITE}.exec(
      "UPDATE rounds SET " + change);
  const auto results = Results::open(folder / "cup");
  REQUIRE_FALSE(results);
  CHECK(results.error().code == Kind::unreadable);
  CHECK_THAT(results.error().text(), Catch::Contains("cup: round 0 is damaged in the database: it"));
}

TEST_CASE("a run whose secret or bots are refused leaves nothing behind") {
  const ScratchFolder folder;
  const auto commitment = "commitment = \"" + to_hex(Secret::from_seed("43").commitment()) + "\"\n";
  const std::string without_seed = "name = \"cup\"\ngame = \"revolution\"\ndeals = 20\n";
  for (const auto& [cup, word] :
       {std::pair{tournament({cup_head, commitment, "c"}), "does not belong to the commitment"},
        std::pair{tournament({without_seed, commitment, "c"}), "names no secret"}}) {
    const auto refused = open(folder, cup);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == Kind::wrong_plan);
    CHECK_THAT(refused.error().text(), Catch::Contains(word));
    CHECK_FALSE(std::filesystem::exists(folder / "cup"));
  }
  auto withdrawn = tournament();
  withdrawn.plan.bots[2].stay.withdrawn_after = 0;
  CHECK_FALSE(open(folder, withdrawn));
  CHECK_FALSE(std::filesystem::exists(folder / "cup"));
}

TEST_CASE("a secret that another plan left in an empty folder is not taken for this plan's") {
  const ScratchFolder folder;
  std::filesystem::create_directory(folder / "cup");
  REQUIRE(write_secret_file(folder / "cup" / "secret", Secret::from_seed("43")));
  const auto refused = open(folder, tournament());
  REQUIRE_FALSE(refused);
  CHECK_THAT(refused.error().text(), Catch::Contains("is not the plan's secret"));
  CHECK(read_secret_file(folder / "cup" / "secret").value() == Secret::from_seed("43"));
}

TEST_CASE("a resumed tournament knows which version of Tribunal played it before") {
  const ScratchFolder folder;
  const auto cup = tournament();
  CHECK(open(folder, cup).value().referee_before().empty());
  CHECK(Store::open(folder / "cup", cup, {.referee = "9.9", .sandbox = "none"}, false)
            .value()
            .referee_before() == testing::cup_host.referee);
  CHECK(open(folder, cup).value().referee_before() == "9.9");
}

TEST_CASE("a reader of games may stop at any of them, and begin again") {
  const ScratchFolder folder;
  const auto cup = tournament();
  auto store = open(folder, cup).value();
  REQUIRE(store.add(play_all(cup, store, {0, 1, 2})));
  const auto results = Results::open(folder / "cup").value();
  int seen = 0;
  CHECK(results.for_each([&](const GameResult&) { return ++seen < 2; }));
  CHECK(seen == 2);
  const auto fail = [](const GameResult&) -> bool { throw std::runtime_error{"no more"}; };
  CHECK_THROWS_AS((void)results.for_each(fail), std::runtime_error);
  CHECK(results.for_each([&](const GameResult&) { return ++seen > 0; }));
  CHECK(seen == 5);
}

TEST_CASE("the content of a tournament depends on every game and on nothing else") {
  const auto content = [](const std::vector<std::uint64_t>& indices) {
    const ScratchFolder folder;
    const auto cup = tournament();
    auto store = open(folder, cup).value();
    REQUIRE(store.add(play_all(cup, store, indices)));
    return content_of(folder);
  };
  CHECK(content({0, 1, 2}) == content({2, 0, 1}));
  CHECK_FALSE(content({0, 1, 2}) == content({0, 1}));
  CHECK_FALSE(content({0, 1, 2}) == content({0, 1, 3}));
}

TEST_CASE("rounds that were started are not worked out again, others are") {
  auto swiss = tournament({.head = "name = \"cup\"\ngame = \"revolution\"\nplayers = 2\nformat = \"swiss\"\n"
                                   "rounds = 3\ndeals = 1\n",
                           .tail = "",
                           .hash_of_cyd = "c"});
  const ScratchFolder folder;
  auto store = open(folder, swiss).value();
  const auto play_next = [&] {
    const auto games = play_all(swiss, store, {store.size()});
    REQUIRE(store.add(games));
    swiss.schedule.note(games.front().result);
  };
  while (swiss.schedule.rounds().size() < 2) play_next();
  const auto second_round = [&](RoundSource source) {
    return Results::open(folder / "cup", source)->tournament().schedule.rounds().at(1).round;
  };
  const auto computed = swiss.schedule.rounds()[1].round;
  const Round otherwise{{{computed.groups[0][1], computed.groups[0][0]}}, 1};
  REQUIRE(store.add_rounds(0, std::vector{swiss.schedule.rounds()[0].round, otherwise}));
  CHECK(second_round(RoundSource::stored) == computed);
  play_next();
  CHECK(second_round(RoundSource::stored) == otherwise);
  CHECK(second_round(RoundSource::results) == computed);
}

TEST_CASE("restarts are stored with the game, counted by bot, and are no part of the content") {
  const ScratchFolder folder;
  const auto cup = tournament();
  std::uint64_t games = 0;
  const auto content_with = [&](const std::string& name, bool restarted) {
    auto store = Store::open(folder / name, cup, tribunal::testing::cup_host, false).value();
    auto played = play_all(cup, store, {0, 1});
    games = played.size();
    if (restarted) {
      for (auto& game : played) game.restarts = {{1, "exited with 3 between two games", "oh\xff no"}};
    }
    REQUIRE(store.add(played));
    return standings_of(Results::open(folder / name).value()).value().content;
  };
  CHECK(content_with("cup", true) == content_with("other", false));
  CHECK(Results::open(folder / "other").value().restarts()->empty());
  const auto results = Results::open(folder / "cup").value();
  std::uint64_t count = 0;
  const auto restarts = results.restarts().value();
  for (const auto& [bot, times_seen] : restarts) count += times_seen;
  CHECK(count == games);
  std::uint64_t visited = 0;
  REQUIRE(results.for_each_restart([&](const StoredRestart& restart) {
    CHECK(restart.seat == 1);
    CHECK(restart.bot() == restart.game.seats[1].bot);
    CHECK(restart.message == "exited with 3 between two games");
    CHECK(restart.error_tail == "oh\xff no");
    return ++visited < games;
  }));
  CHECK(visited == games);
  SECTION("a store without the table has none") {
    SQLite::Database{(folder / "cup" / "results.db").string(), SQLite::OPEN_READWRITE}.exec(
        "DROP TABLE restarts");
    CHECK(Results::open(folder / "cup").value().restarts()->empty());
    CHECK(open(folder, cup).has_value());
  }
  SECTION("a restart of no seat is reported as damage") {
    SQLite::Database{(folder / "cup" / "results.db").string(), SQLite::OPEN_READWRITE}.exec(
        "UPDATE restarts SET seat = 77 WHERE game = 0");
    CHECK_FALSE(Results::open(folder / "cup").value().restarts().has_value());
  }
}

TEST_CASE("void attempts at games are stored with their reasons, and are no part of the content") {
  const ScratchFolder folder;
  const auto cup = tournament();
  auto store = open(folder, cup).value();
  REQUIRE(store.add(play_all(cup, store, {0, 1})));
  const auto content = content_of(folder);
  CHECK(Results::open(folder / "cup").value().void_games().value() == 0);
  const std::vector<VoidGame> games{{3, "slept"}, {3, "slept again"}, {2, "no memory"}};
  REQUIRE(store.add_void(games));
  CHECK(Results::open(folder / "cup").value().void_games().value() == 3);
  CHECK(content_of(folder) == content);
  const SQLite::Database database{(folder / "cup" / "results.db").string()};
  SQLite::Statement select{database, "SELECT reason FROM void_games WHERE game = 3 AND attempt = 2"};
  REQUIRE(select.executeStep());
  CHECK(select.getColumn(0).getString() == "slept again");
}

TEST_CASE("a database of a schema before version 3 is refused, and the message says what to do") {
  const ScratchFolder folder;
  const auto cup = tournament();
  (void)open(folder, cup).value();
  SQLite::Database{(folder / "cup/results.db").string(), SQLite::OPEN_READWRITE}.exec(
      "CREATE TABLE games (schedule_index INTEGER PRIMARY KEY)");
  for (const auto& message :
       {Results::open(folder / "cup").error().text(), open(folder, cup).error().text()}) {
    CHECK_THAT(message, Catch::Contains("schema before version 3"));
    CHECK_THAT(message, Catch::Contains("another folder"));
  }
}

TEST_CASE("the standings of a tournament count a forfeit as the least that the rules of its game allow") {
  const ScratchFolder folder;
  const auto cup = tournament();
  auto store = open(folder, cup).value();
  std::vector<std::uint64_t> all(cup.schedule.size());
  std::iota(all.begin(), all.end(), std::uint64_t{0});
  const auto games = play_all(cup, store, all);
  REQUIRE(store.add(games));
  const auto least = cup.rules.front().score_bounds().least;
  std::map<std::string, double> points;
  int forfeits = 0;
  for (const auto& game : games) {
    for (std::size_t seat = 0; seat < game.result.seats.size(); ++seat) {
      const bool is_forfeit = !game.result.seats[seat].faults.empty();
      forfeits += is_forfeit ? 1 : 0;
      const auto bot = static_cast<std::size_t>(game.result.seats[seat].bot);
      points[cup.plan.bots[bot].name] += is_forfeit ? least : game.result.outcome.scores[seat];
    }
  }
  REQUIRE(forfeits > 0);
  const auto standings = standings_of(Results::open(folder / "cup").value()).value().overall;
  const auto joint = joint_standings({folder / "cup"}, {}).value().overall;
  for (const auto* const table : {&standings, &joint}) {
    REQUIRE(table->rows.size() == points.size());
    for (const auto& row : table->rows)
      CHECK(row.points->mean == Approx(points.at(row.bot) / static_cast<double>(row.games)));
  }
}
