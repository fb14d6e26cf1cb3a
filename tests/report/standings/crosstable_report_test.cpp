#include "report/standings/crosstable_report.hpp"

#include <numeric>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "report/standings/small_tournament.hpp"

using namespace tribunal;
using namespace tribunal::test;

TEST_CASE("the crosstable") {
  CHECK(crosstable_table(small_standings()) ==
        R"(Score in %: better places, and half of the equal ones, of the games that both played.
*: one is better than the other; chance alone makes such a difference in one of twenty cases.

   Bot         1      2      3  4
1  greedy      \  66.7*  81.9*  -
2  żółw-3  33.3*      \  66.7*  -
3  random  18.1*  33.3*      \  -
4  absent      -      -      -  \

LOS: chance in %, by these games alone, that the first bot is the better one.
Points: the mean of the first bot's score less the second's, a game.

Bot     against  Games  Won  Drawn  Lost  Score    LOS  Points
greedy  żółw-3      36   24      0    12   66.7  100.0    2.00
greedy  random      36   23     13     0   81.9  100.0    4.00
żółw-3  random      36   24      0    12   66.7  100.0    2.00
)");
}

TEST_CASE("a crosstable too large for a square is a list of pairs") {
  CrosstableTally tally{std::vector<std::string>(30, "bot")};
  tally.add({.entrant = 3, .place = 1, .score = 7}, {.entrant = 20, .place = 2, .score = 4}, 0);
  std::vector<std::size_t> order(30);
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto crosstable = tally.in_order(order);
  CHECK(crosstable_table({.rows = {}, .crosstable = crosstable}) ==
        R"(LOS: chance in %, by these games alone, that the first bot is the better one.
Points: the mean of the first bot's score less the second's, a game.

Bot  against  Games  Won  Drawn  Lost  Score  LOS  Points
bot  bot          1    1      0     0  100.0    -    3.00
)");
}

TEST_CASE("a crosstable over several games has no points") {
  auto standings = small_standings();
  standings.points = false;
  const auto table = crosstable_table(standings);
  CHECK_THAT(table, Catch::Contains("greedy  żółw-3      36   24      0    12   66.7  100.0\n"));
  CHECK_FALSE(table.contains("Points"));
  CHECK(nlohmann::json::parse(crosstable_json(standings))["encounters"][0]["mean_points"].is_null());
  CHECK_THAT(crosstable_csv(standings), Catch::Contains("greedy,żółw-3,36,24,0,12,66.6667,0.999734,\r\n"));
}

TEST_CASE("the crosstable as JSON holds every pair that met from both sides") {
  const auto json = nlohmann::json::parse(crosstable_json(small_standings()));
  CHECK(json["bots"] == nlohmann::json{"greedy", "żółw-3", "random", "absent"});
  REQUIRE(json["encounters"].size() == 6);
  CHECK(json["encounters"][0] == nlohmann::json::parse(R"({"bot": "greedy", "against": "żółw-3", "games": 36,
    "wins": 24, "draws": 0, "losses": 12, "score_percent": 66.6667, "superiority": 0.999734, "mean_points": 2.0})"));
  CHECK(json["encounters"][2] == nlohmann::json::parse(R"({"bot": "żółw-3", "against": "greedy", "games": 36,
    "wins": 12, "draws": 0, "losses": 24, "score_percent": 33.3333, "superiority": 0.000266, "mean_points": -2.0})"));
}

TEST_CASE("the crosstable as comma-separated values") {
  CHECK(crosstable_csv(small_standings()) ==
        "bot,against,games,wins,draws,losses,score_percent,superiority,mean_points\r\n"
        "greedy,żółw-3,36,24,0,12,66.6667,0.999734,2.000000\r\n"
        "greedy,random,36,23,13,0,81.9444,0.999697,4.000000\r\n"
        "żółw-3,greedy,36,12,0,24,33.3333,0.000266,-2.000000\r\n"
        "żółw-3,random,36,24,0,12,66.6667,0.999734,2.000000\r\n"
        "random,greedy,36,0,13,23,18.0556,0.000303,-4.000000\r\n"
        "random,żółw-3,36,12,0,24,33.3333,0.000266,-2.000000\r\n");
}
