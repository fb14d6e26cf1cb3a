// The rounds of a tournament in reports.
#include "report/standings/rounds_report.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tournament/season.hpp"

using namespace tribunal;
using tribunal::testing::play_out;

namespace {

/// Three bots of the field and two candidates, whose places take all deals to find.
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
  return plan;
}

}  // namespace

TEST_CASE("a ladder says after how many deals everybody was placed") {
  auto schedule = Schedule::make(small_ladder()).value();
  play_out(schedule);
  CHECK(rounds_text(plan_of(schedule.shape()), schedule) == R"(
field: placed after 40 deals in 20 rounds
dan: placed after 40 deals in 20 rounds
eve: placed after 40 deals in 20 rounds
)");
}

TEST_CASE("a candidate that is withdrawn while it looks for its place has none, one placed before keeps it") {
  auto shape = small_ladder();
  shape.stays.resize(5);
  shape.stays[3].withdrawn_after = 25;
  auto schedule = Schedule::make(shape).value();
  play_out(schedule);
  CHECK(rounds_text(plan_of(shape), schedule) == R"(
field: placed after 40 deals in 20 rounds
dan (withdrawn): without a place after 10 deals in 5 rounds
eve: placed after 40 deals in 20 rounds
)");
  const auto json = nlohmann::json(rounds_json(plan_of(shape), schedule));
  CHECK(json["ladder"][1]["placed"] == false);
  CHECK(json["ladder"][2]["placed"] == true);

  shape.stays[3].withdrawn_after = 45;
  schedule = Schedule::make(shape).value();
  play_out(schedule);
  CHECK(rounds_text(plan_of(shape), schedule).find("dan (withdrawn): placed after 40 deals") !=
        std::string::npos);
}

TEST_CASE("a knockout names the byes of each stage") {
  const auto text_of = [](int bots, int seats, const tribunal::testing::Referee& referee) {
    const Shape shape{.bots = bots, .seats = seats, .deals = 1, .format = &formats::knockout()};
    auto schedule = Schedule::make(shape).value();
    play_out(schedule, referee);
    auto plan = plan_of(shape);
    plan.bots.resize(static_cast<std::size_t>(bots));
    return rounds_text(plan, schedule);
  };
  const auto best_first = [](const ScheduledGame& game) {
    return tribunal::testing::places_by(game, [](int bot) { return -bot; });
  };
  CHECK(text_of(5, 2, best_first) == R"(
5 bots left: dan 2.0, eve 0.0; byes: ann, bob, cyd
4 bots left: ann 2.0, dan 0.0; bob 2.0, cyd 0.0
final: ann 2.0, bob 0.0
winner: ann
)");
  CHECK(text_of(3, 2, best_first) == R"(
3 bots left: bob 2.0, cyd 0.0; bye: ann
final: ann 2.0, bob 0.0
winner: ann
)");
  CHECK(text_of(4, 2, best_first).find("bye") == std::string::npos);
}

TEST_CASE("bots that wait for a tie-break of others have no bye") {
  const Shape shape{.bots = 4, .seats = 2, .deals = 1, .format = &formats::knockout()};
  auto schedule = Schedule::make(shape).value();
  play_out(schedule, [](const ScheduledGame& game) {  // the first group ties at first
    if (game.deal == 0 && game.seating.front() + game.seating.back() == 3) return std::vector<int>{1, 1};
    return tribunal::testing::places_by(game, [](int bot) { return -bot; });
  });
  auto plan = plan_of(shape);
  plan.bots.resize(4);
  const auto text = rounds_text(plan, schedule);
  CAPTURE(text);
  CHECK(text.find("further deal:") != std::string::npos);
  CHECK(text.find("bye") == std::string::npos);
}
