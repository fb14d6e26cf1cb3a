// The restarts of bots and the void attempts at games, which a store keeps beside the games.
#include <string>
#include <vector>

#include <SQLiteCpp/SQLiteCpp.h>
#include <catch2/catch.hpp>

#include "tournament/stored_cup.hpp"

using namespace tribunal;
using namespace tribunal::testing;

TEST_CASE("restarts are stored with the game, counted by bot, and are no part of the content") {
  const ScratchFolder folder;
  const auto cup = cup_of();
  std::uint64_t games = 0;
  const auto content_with = [&](const std::string& name, bool restarted) {
    auto store = Store::open(folder / name, cup, cup_host, false).value();
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
  const auto results = results_in(folder);
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
    change(folder, "DROP TABLE restarts");
    CHECK(results_in(folder).restarts()->empty());
    CHECK(open(folder, cup).has_value());
  }
  SECTION("a restart of no seat is reported as damage") {
    change(folder, "UPDATE restarts SET seat = 77 WHERE game = 0");
    CHECK_FALSE(results_in(folder).restarts().has_value());
  }
}

TEST_CASE("void attempts at games are stored with their reasons, and are no part of the content") {
  const ScratchFolder folder;
  const auto cup = cup_of();
  auto store = stored(folder, cup, {0, 1});
  const auto content = content_of(folder);
  CHECK(results_in(folder).void_games().value() == 0);
  const std::vector<VoidGame> games{{3, "slept"}, {3, "slept again"}, {2, "no memory"}};
  REQUIRE(store.add_void(games));
  CHECK(results_in(folder).void_games().value() == 3);
  CHECK(content_of(folder) == content);
  const SQLite::Database database{(folder / "cup" / "results.db").string()};
  SQLite::Statement select{database, "SELECT reason FROM void_games WHERE game = 3 AND attempt = 2"};
  REQUIRE(select.executeStep());
  CHECK(select.getColumn(0).getString() == "slept again");
}
