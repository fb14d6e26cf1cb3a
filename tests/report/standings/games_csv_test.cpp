#include "report/standings/games_csv.hpp"

#include <catch2/catch.hpp>

using namespace tribunal;

TEST_CASE("the table of games has a line for each seat that a bot plays") {
  Plan plan;
  for (const auto* name : {"mitch", "revolution"}) plan.games.push_back({name, name, {}});
  for (const auto* name : {"ann", "b,b", "cyd"})
    plan.bots.push_back({.name = name, .command_text = "", .sha256 = ""});
  GameResult game{.index = 17, .deal = 5, .game = 1};
  MoveTimes times;
  times.add(120);
  times.add(80);
  game.seats = {{2, {}, times}, {1, {{FaultKind::timeout, 1}, {FaultKind::illegal, 2}}, {}}};
  game.outcome = {.seats = 3, .scores = {4, -2, 1}, .places = {1, 3, 2}};
  game.content.fill(0xab);

  std::string hash;
  for (int i = 0; i < 32; ++i) hash += "ab";
  Versions versions{plan};
  CHECK(GamesCsv{plan, versions}.heading() ==
        "game,deal,seat,bot,score,place,faults,decisions,longest_us,content_sha256,game_name,forfeited,"
        "schema\r\n");
  CHECK(GamesCsv{plan, versions}.lines(game) ==
        "17,5,0,cyd,4,1,,2,120," + hash +
            ",revolution,false,2\r\n17,5,1,\"b,b\",-2,3,timeout 1 illegal 2,0,0," + hash +
            ",revolution,true,2\r\n");
  for (const auto* version : {"00112233445566", "77889900112233"}) (void)versions.number(2, version);
  game.seats[0].version = 1;
  CHECK_THAT((GamesCsv{plan, versions}.lines(game)), Catch::StartsWith("17,5,0,cyd@77889900,4,1,,2,"));
}
