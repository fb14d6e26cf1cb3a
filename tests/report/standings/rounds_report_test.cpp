// The rounds of a tournament in reports.
#include "report/standings/rounds_report.hpp"

#include <numeric>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "report/standings/small_tournament.hpp"
#include "report/standings/standings_report.hpp"
#include "tournament/season.hpp"

using namespace tribunal;
using namespace tribunal::test;
using tribunal::testing::by_lot;
using tribunal::testing::by_plan;
using tribunal::testing::played;

namespace {

/// Three bots of the field and two candidates, which need all deals to find their places.
Shape small_ladder() {
  return {.bots = 5,
          .seats = 3,
          .deals = 40,
          .format = &formats::ladder(),
          .candidates = {3, 4},
          .settings = {{"target_error", 1}}};
}

Plan plan_of(const Shape& shape) {
  Plan plan;
  plan.format = shape.format;
  plan.players = shape.seats;
  for (const auto* name : {"ann", "bob", "cyd", "dan", "eve"}) plan.bots.emplace_back().name = name;
  plan.bots.resize(static_cast<std::size_t>(shape.bots));
  return plan;
}

std::string text_after(const Shape& shape, const tribunal::testing::Referee& referee = by_lot) {
  return rounds_text(plan_of(shape), played(shape, referee));
}

std::string repeated(const std::string& line, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += line;
  return text;
}

}  // namespace

TEST_CASE("a ladder says after how many deals everybody was placed") {
  CHECK(text_after(small_ladder()) == R"(
field: placed after 40 deals in 20 rounds
dan: placed after 40 deals in 20 rounds
eve: placed after 40 deals in 20 rounds
)");
}

TEST_CASE("a candidate that is withdrawn while it looks for its place has none, one placed before keeps it") {
  auto shape = small_ladder();
  shape.stays.resize(5);
  shape.stays[3].withdrawn_after = 25;
  CHECK(text_after(shape) == R"(
field: placed after 40 deals in 20 rounds
dan (withdrawn): without a place after 10 deals in 5 rounds
eve: placed after 40 deals in 20 rounds
)");
  const auto json = nlohmann::json(rounds_json(plan_of(shape), played(shape)));
  CHECK(json["ladder"][1]["placed"] == false);
  CHECK(json["ladder"][2]["placed"] == true);

  shape.stays[3].withdrawn_after = 45;
  CHECK(text_after(shape).contains("dan (withdrawn): placed after 40 deals"));
}

TEST_CASE("a final says what the figure is by which it ranks") {
  const Shape shape{
      .bots = 5, .seats = 2, .deals = 1, .format = &formats::final(), .settings = {{"rounds", 2}}};
  CHECK(rounds_text(plan_of(shape), Schedule::make(shape).value()) == R"(
After 0 of 2 rounds, ranked by the probability of being the best.
)");
  const auto json = nlohmann::json(rounds_json(plan_of(shape), played(shape)))["final"];
  CHECK(json["rounds"] == 2);
  CHECK(json["played"] == 2);
  double all = 0;
  for (const auto& one : json["standing"]) all += one["best_percent"].get<double>();
  CHECK(all == Approx(100));
}

TEST_CASE("a knockout names the byes of each stage") {
  const auto text_of = [](int bots, const tribunal::testing::Referee& referee) {
    return text_after({.bots = bots, .seats = 2, .deals = 1, .format = &formats::knockout()}, referee);
  };
  CHECK(text_of(5, by_plan) == R"(
5 bots left: dan 2.0, eve 0.0; byes: ann, bob, cyd
4 bots left: ann 2.0, dan 0.0; bob 2.0, cyd 0.0
final: ann 2.0, bob 0.0
winner: ann
)");
  CHECK(text_of(3, by_plan) == R"(
3 bots left: bob 2.0, cyd 0.0; bye: ann
final: ann 2.0, bob 0.0
winner: ann
)");
  CHECK_FALSE(text_of(4, by_plan).contains("bye"));
  const auto ends_equal =
      [](const ScheduledGame& game) {  // bots 0 and 3 tie, and so do those who are left in the final
        if (std::ranges::count(game.seating, 0) > 0) return tribunal::testing::all_tie(game);
        return tribunal::testing::places_by(game, [](int bot) { return bot; });
      };
  CHECK_THAT(
      text_of(4, ends_equal),
      Catch::EndsWith("further deal: ann 1.0, dan 1.0\n"
                      "further deal: ann 1.0, dan 1.0 (equal: the better place in the bracket decides)\n"
                      "final: ann 1.0, cyd 1.0\n" +
                      repeated("further deal: ann 1.0, cyd 1.0\n", 7) +
                      "further deal: ann 1.0, cyd 1.0 (equal: the better place in the bracket decides)\n"
                      "winner: ann\n"));
}

TEST_CASE("bots that wait for a tie-break of others have no bye") {
  const Shape shape{.bots = 4, .seats = 2, .deals = 1, .format = &formats::knockout()};
  const auto text = text_after(shape, [](const ScheduledGame& game) {  // the first group ties at first
    const bool ties = game.deal == 0 && game.seating.front() + game.seating.back() == 3;
    return ties ? tribunal::testing::all_tie(game) : by_plan(game);
  });
  CAPTURE(text);
  CHECK(text.contains("further deal:"));
  CHECK_FALSE(text.contains("bye"));
}

TEST_CASE("the crosstable") {
  CHECK(crosstable_table(small_standings()) ==
        R"(Score in %: better places, and half of the equal ones, in the games that both played.
*: one is better than the other; chance alone produces such a difference in one of twenty cases.

   Bot         1      2      3  4
1  greedy      \  66.7*  81.9*  -
2  żółw-3  33.3*      \  66.7*  -
3  random  18.1*  33.3*      \  -
4  absent      -      -      -  \

Better: chance in %, from these games alone, that the first bot is the better one.
Points: the mean of the first bot's score minus the second's, per game.

Bot     against  Games  Won  Drawn  Lost  Score  Better  Points
greedy  żółw-3      36   24      0    12   66.7   >99.9    2.00
greedy  random      36   23     13     0   81.9   >99.9    4.00
żółw-3  random      36   24      0    12   66.7   >99.9    2.00
)");
}

TEST_CASE("a crosstable too large for a square is a list of pairs") {
  CrosstableTally tally{std::vector<std::string>(30, "bot")};
  tally.add({.entrant = 3, .place = 1, .score = 7}, {.entrant = 20, .place = 2, .score = 4}, 0);
  std::vector<std::size_t> order(30);
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto crosstable = tally.in_order(order);
  CHECK(crosstable_table({.crosstable = crosstable}) ==
        R"(Better: chance in %, from these games alone, that the first bot is the better one.
Points: the mean of the first bot's score minus the second's, per game.

Bot  against  Games  Won  Drawn  Lost  Score  Better  Points
bot  bot          1    1      0     0  100.0       -    3.00
)");
}

TEST_CASE("a crosstable over several games has no points") {
  auto standings = small_standings();
  standings.points = false;
  const auto table = crosstable_table(standings);
  CHECK_THAT(table, Catch::Contains("greedy  żółw-3      36   24      0    12   66.7   >99.9\n"));
  CHECK_FALSE(table.contains("Points"));
  CHECK(nlohmann::json(crosstable_json(standings))["encounters"][0]["mean_points"].is_null());
  CHECK_THAT(crosstable_csv(standings),
             Catch::Contains("greedy,żółw-3,36,24,0,12,66.6667,0.999734,,0,0,0,0,0,2\r\n"));
}

TEST_CASE("the crosstable as JSON holds every pair that met from both sides") {
  const auto json = nlohmann::json(crosstable_json(small_standings()));
  CHECK(json["bots"] == nlohmann::json{"greedy", "żółw-3", "random", "absent"});
  REQUIRE(json["encounters"].size() == 6);
  CHECK(json["encounters"][0] == nlohmann::json::parse(R"({"bot": "greedy", "against": "żółw-3", "games": 36,
    "wins": 24, "draws": 0, "losses": 12, "score_percent": 66.6667, "superiority": 0.999734, "mean_points": 2.0,
    "pairs": [0, 0, 0, 0, 0]})"));
  CHECK(json["encounters"][2] == nlohmann::json::parse(R"({"bot": "żółw-3", "against": "greedy", "games": 36,
    "wins": 12, "draws": 0, "losses": 24, "score_percent": 33.3333, "superiority": 0.000266, "mean_points": -2.0,
    "pairs": [0, 0, 0, 0, 0]})"));
}

TEST_CASE("the crosstable as comma-separated values") {
  CHECK(crosstable_csv(small_standings()) ==
        "bot,against,games,wins,draws,losses,score_percent,superiority,mean_points,"
        "pairs_0,pairs_0.5,pairs_1,pairs_1.5,pairs_2,schema\r\n"
        "greedy,żółw-3,36,24,0,12,66.6667,0.999734,2.000000,0,0,0,0,0,2\r\n"
        "greedy,random,36,23,13,0,81.9444,0.999697,4.000000,0,0,0,0,0,2\r\n"
        "żółw-3,greedy,36,12,0,24,33.3333,0.000266,-2.000000,0,0,0,0,0,2\r\n"
        "żółw-3,random,36,24,0,12,66.6667,0.999734,2.000000,0,0,0,0,0,2\r\n"
        "random,greedy,36,0,13,23,18.0556,0.000303,-4.000000,0,0,0,0,0,2\r\n"
        "random,żółw-3,36,12,0,24,33.3333,0.000266,-2.000000,0,0,0,0,0,2\r\n");
}

TEST_CASE("the crosstable of two players counts deals by the points scored in both seats") {
  StandingsTally tally{{"ada", "bob"}};
  const auto play = [&](std::uint64_t deal, std::int8_t ada, std::int8_t bob) {
    GameResult result{.deal = deal};
    result.seats = {{.bot = 0}, {.bot = 1}};
    result.outcome = {.seats = 2, .scores = {0, 0}, .places = {ada, bob}};
    tally.add(result);
  };
  for (const auto deal : {0U, 1U}) {  // a win and a loss, then two draws: one point in each pair
    play(deal, 1, deal == 0 ? 2 : 1);
    play(deal, deal == 0 ? 2 : 1, 1);
  }
  play(2, 1, 2);
  play(2, 1, 1);
  play(3, 1, 2);  // the game in the other seat is missing
  const auto standings = tally.standings().value();
  CHECK_THAT(crosstable_table(standings),
             Catch::Contains("Deals 0-2\nada  bob") && Catch::Contains("0 0 2 1 0\n"));
  const auto json = nlohmann::json(crosstable_json(standings));
  CHECK(json["encounters"][0]["pairs"] == std::vector{0, 0, 2, 1, 0});
  CHECK(json["encounters"][1]["pairs"] == std::vector{0, 1, 2, 0, 0});
}

TEST_CASE("LOS between all bots is that of neighbours in the table, and of the others") {
  const auto standings = small_standings();
  CHECK_THAT(los_table(standings), Catch::Contains("\n2  żółw-3  <0.1      \\  >99.9  -\n"));
  const auto json = nlohmann::json(los_json(standings));
  CHECK(json["bots"] == nlohmann::json{"greedy", "żółw-3", "random", "absent"});
  for (std::size_t row = 0; row + 1 < standings.rows.size(); ++row) {
    CHECK(standings.superiority_of(row, row + 1) == standings.rows[row].superiority);
    CHECK(json["superiority"][row][row].is_null());
  }
  CHECK(json["superiority"][1][0].get<double>() + json["superiority"][0][1].get<double>() == Approx(1));
}
