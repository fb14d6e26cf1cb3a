#include "tournament/results/store.hpp"

#include <csignal>
#include <map>
#include <numeric>
#include <string>
#include <sys/resource.h>

#include <SQLiteCpp/SQLiteCpp.h>
#include <catch2/catch.hpp>

#include "record/compact.hpp"
#include "tournament/standings/standings_of.hpp"
#include "tournament/stored_cup.hpp"

using namespace tribunal;
using namespace tribunal::testing;

TEST_CASE_METHOD(StoredCup,
                 "stored games are read back as they were, in schedule order, whole records included") {
  auto store = open(folder, cup).value();
  auto games = play_all(cup, store, {5, 0, 3, 59});
  REQUIRE(store.add(games));
  std::ranges::sort(games, {}, [](const auto& game) { return game.result.index; });

  const auto read = results_of(folder);
  REQUIRE(read.size() == games.size());
  for (std::size_t i = 0; i < read.size(); ++i) CHECK(read[i] == games[i].result);

  const auto results = results_in(folder);
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

TEST_CASE_METHOD(StoredCup,
                 "a game is stored once; a second time is an error that keeps nothing of its batch") {
  auto store = stored(folder, cup, {0, 1});
  CHECK_FALSE(store.add(play_all(cup, store, {2, 1})));
  CHECK(store.size() == 2);
  CHECK(results_of(folder).size() == 2);
}

TEST_CASE_METHOD(StoredCup, "a tournament opened again knows what it has") {
  {
    auto store = open(folder, cup).value();
    CHECK(store.stored().empty());
    REQUIRE(store.add(play_all(cup, store, {0, 2})));
  }
  const auto store = open(folder, cup).value();
  CHECK(store.stored() == std::vector<bool>{true, false, true});
  CHECK(store.size() == 2);
}

TEST_CASE_METHOD(StoredCup, "readers see what is committed while the tournament is being played") {
  auto store = open(folder, cup).value();
  const auto results = results_in(folder);
  CHECK(results.size().value() == 0);
  REQUIRE(store.add(play_all(cup, store, {0, 1, 2})));
  CHECK(results.size().value() == 3);
}

TEST_CASE_METHOD(StoredCup, "the next reader rolls back what a killed program left half done") {
  stored(folder, cup, {0, 1, 2});
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
  auto first = open(folder, cup_of());
  REQUIRE(first);
  check_refused(open(folder, cup_of()), Kind::in_use, "another run is playing");
  first = std::unexpected{Error{"closed"}};
  CHECK(open(folder, cup_of()));
}

TEST_CASE("a folder that holds something else is left alone") {
  const ScratchFolder folder;
  std::filesystem::create_directory(folder / "cup");
  folder.write("cup/letters.txt", "dear ...");
  check_refused(open(folder, cup_of()), Kind::unreadable, "letters.txt");
  CHECK_FALSE(std::filesystem::exists(folder / "cup" / "secret"));
}

TEST_CASE("another tournament in the same folder is refused, whatever is asked") {
  const ScratchFolder folder;
  REQUIRE(open(folder, cup_of()));
  const auto other = GENERATE(values<PlanText>({
      {.name = "other"},
      {.game = "mitch"},
      {.players = 2},
      {.seed = "43"},
      {.more = "public_value = \"DAX 18000\"\n"},
      {.more = "permutations = \"all\"\n"},
      {.more = "[rules]\nhands = 2\n"},
      {.more = "[[bots]]\nname = \"dan\"\ncommand = \"./dan\"\n"},
  }));
  for (const bool accept : {false, true})
    check_refused(open(folder, cup_of(other), accept), Kind::wrong_plan, "another tournament");
}

TEST_CASE("a tournament of several games knows them, their order and their rules") {
  const auto of_games = [](const std::string& games) { return cup_of({.game = "", .more = games}); };
  const std::string mitch = "[[games]]\ngame = \"mitch\"\n";
  const std::string revolution = "[[games]]\ngame = \"revolution\"\n";
  const ScratchFolder folder;
  REQUIRE(open(folder, of_games(mitch + revolution)));
  CHECK(open(folder, of_games(mitch + revolution)));
  const auto [games, difference] = GENERATE_COPY(table<std::string, std::string>({
      {revolution + mitch, "games 0 name: \"mitch\" there, \"revolution\" in"},
      {mitch + revolution + "rules = { hands = 2 }\n", "games 1 rules hands: \"1\" there, \"2\" in"},
      {mitch + revolution + "name = \"other\"\n", "games 1 name"},
      {mitch + revolution + "[[games]]\nname = \"more\"\ngame = \"mitch\"\n", "games 2"},
      {mitch, "game"},
  }));
  check_refused(open(folder, of_games(games), true), Kind::wrong_plan, "another tournament (" + difference);
}

TEST_CASE("games of a tournament of several are read back with what they are games of") {
  const ScratchFolder folder;
  const auto cup =
      cup_of({.game = "", .more = "[[games]]\ngame = \"mitch\"\n[[games]]\ngame = \"revolution\"\n"});
  auto store = open(folder, cup).value();
  const auto games = play_all(cup, store, {0, 3, 6});
  REQUIRE(store.add(games));
  const auto read = results_of(folder);
  REQUIRE(read.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) CHECK(read[i] == games[i].result);
  CHECK(std::vector{read[0].game, read[1].game, read[2].game} == std::vector{0, 1, 0});
  std::vector<std::string> played;
  const auto results = results_in(folder);
  const auto look = [&](const GameResult&, const Record& record) {
    played.push_back(record.rules.game());
    return true;
  };
  REQUIRE(results.for_each_record(results.secret().value(), look));
  CHECK(played == std::vector<std::string>{"mitch", "revolution", "mitch"});
}

TEST_CASE("places that the seats of a game cannot share out are refused") {
  const ScratchFolder folder;
  const auto cup = cup_of({.game = "hustler", .players = 2, .more = "rules = { hands = 2 }\n"});
  stored(folder, cup, {0, 1, 2});
  change(folder, "UPDATE games SET places = '[1,3,0]' WHERE id = 1");
  CHECK_THAT(Results::open(folder / "cup")->for_each([](const GameResult&) { return true; }).error().text(),
             Catch::Contains("its places are 1 3 0"));
}

TEST_CASE("changed conditions are refused with a word about what changed, unless asked for") {
  const auto [plan, hash_of_cyd, word] = GENERATE(table<PlanText, std::string, std::string>({
      {{.deals = 30}, "c", "deals: 20 there, 30 in"},
      {{.more = "[limits]\nmove_ms = 500\n"}, "c", "limits move_ms: 1000 there, 500 in"},
      {{.more = "restart = \"game\"\n"}, "c", "restart"},
      {{}, "changed", "bot cyd has changed since the start"},
  }));
  const ScratchFolder folder;
  REQUIRE(open(folder, cup_of()));
  const auto changed = cup_of(plan, hash_of_cyd);
  for (const auto& told : {word, std::string{"--accept-changes"}})
    check_refused(open(folder, changed), Kind::wrong_plan, told);
  CHECK(open(folder, changed, true));
  CHECK(open(folder, changed));
  CHECK_FALSE(open(folder, cup_of()));
}

TEST_CASE("deals can be added, never taken away") {
  const ScratchFolder folder;
  REQUIRE(open(folder, cup_of()));
  check_refused(open(folder, cup_of({.deals = 19}), true), Kind::wrong_plan, "deals can only be added");
}

TEST_CASE("records keep the conditions under which they were played") {
  const ScratchFolder folder;
  const auto before = cup_of();
  stored(folder, before, {0});
  const auto after = cup_of({.more = "[limits]\nmove_ms = 500\n"}, "changed");
  {
    auto store = open(folder, after, true).value();
    REQUIRE(store.add(play_all(after, store, {1})));
  }
  const auto results = results_in(folder);
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

TEST_CASE_METHOD(StoredCup, "a full disk is an error that loses nothing") {
  {
    auto store = stored(folder, cup, {0, 1, 2});
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

TEST_CASE_METHOD(StoredCup, "a resumed tournament knows which version of Tribunal played it before") {
  CHECK(open(folder, cup).value().referee_before().empty());
  CHECK(Store::open(folder / "cup", cup, {.referee = "9.9", .sandbox = "none"}, false)
            .value()
            .referee_before() == cup_host.referee);
  CHECK(open(folder, cup).value().referee_before() == "9.9");
}

TEST_CASE_METHOD(StoredCup, "a reader of games may stop at any of them, and begin again") {
  auto store = stored(folder, cup, {0, 1, 2});
  const auto results = results_in(folder);
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
    const auto cup = cup_of();
    auto store = stored(folder, cup, indices);
    return content_of(folder);
  };
  CHECK(content({0, 1, 2}) == content({2, 0, 1}));
  CHECK_FALSE(content({0, 1, 2}) == content({0, 1}));
  CHECK_FALSE(content({0, 1, 2}) == content({0, 1, 3}));
}

TEST_CASE("rounds that were started are not worked out again, others are") {
  auto swiss = cup_of({.players = 2, .deals = 1, .seed = "", .more = "format = \"swiss\"\nrounds = 3\n"});
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

TEST_CASE_METHOD(
    StoredCup,
    "the standings of a tournament count a forfeit as the least that the rules of its game allow") {
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
  const auto standings = standings_of(results_in(folder)).value().overall;
  const auto joint = joint_standings({folder / "cup"}, {}).value().overall;
  for (const auto* const table : {&standings, &joint}) {
    REQUIRE(table->rows.size() == points.size());
    for (const auto& row : table->rows)
      CHECK(row.points->mean == Approx(points.at(row.bot) / static_cast<double>(row.games)));
  }
}
