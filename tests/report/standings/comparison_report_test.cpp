#include "report/standings/comparison_report.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tournament/standings/comparison_games.hpp"

using namespace tribunal;
using namespace tribunal::testing;

namespace {

const SequentialQuestion one_point{.m0 = 0, .m1 = 1, .lowest = -40, .highest = 40, .most_blocks = 60};
const SequentialQuestion by_elo{.m0 = 0.5, .m1 = 0.64, .lowest = 0, .highest = 1, .most_blocks = 60};

/// The range by the rules in most texts; not larger than the question's.
constexpr double range = 40;

/// A comparison in whose deals the candidate is ahead by this number of points.
Comparison after(const std::function<int(std::uint64_t)>& points,
                 const SequentialQuestion& question = one_point, ComparedBy by = ComparedBy::points,
                 std::uint64_t deals = 60) {
  const auto schedule = duel();
  return compared(schedule, question, by, games_with(schedule, deals, ahead_by(points)));
}

int ahead(std::uint64_t deal) { return deal % 3 == 0 ? -1 : 9; }
int behind(std::uint64_t deal) { return -ahead(deal); }
int up_and_down(std::uint64_t deal) { return deal % 2 == 0 ? 10 : -9; }

}  // namespace

TEST_CASE("the report of a comparison has its result, the evidence for it, and the estimate") {
  CHECK(comparison_text(after(behind), range) == R"(The candidate is not better than the baseline.

Deals       24, 144 games
Question    0.00 or 1.00 points a game (5 % and 5 % errors)
Range       at most 40.00 points between two games of a seat, by the rules
Evidence    bets -2.96 of 3.00 for it, 3.09 of 3.00 against
Difference  -5.74 (-10.83 .. 0.82) points a game, the interval of the bets, 90 % at any stop
Faults      candidate 0, baseline 0, field 0
)");
  CHECK(
      comparison_text(after(up_and_down), 52) ==
      R"(Inconclusive: the last deal was played, and neither is shown. It takes about 620 more deals: the same command with --deals 680 plays them.

Deals       60, 360 games
Question    0.00 or 1.00 points a game (5 % and 5 % errors)
Range       at most 40.00 points between two games of a seat, as --range says; by the rules 52.00
Evidence    bets -0.11 of 3.00 for it, -0.07 of 3.00 against
Difference  0.50 (-3.45 .. 4.50) points a game, the interval of the bets, 90 % at any stop
Faults      candidate 0, baseline 0, field 0
)");
}

TEST_CASE("by places the report speaks of Elo") {
  CHECK(comparison_text(after(ahead, by_elo, ComparedBy::places), 4) ==
        R"(The candidate is not better than the baseline.

Deals       7, 42 games
Question    0.00 or 99.95 Elo by places (5 % and 5 % errors)
Evidence    bets -3.05 of 3.00 for it, 3.02 of 3.00 against
Difference  -159 (-2400 .. 98) Elo by places, the interval of the bets, 90 % at any stop
            This Elo compares the places of the two bots in the same seat with the same cards; the Elo of 'tribunal standings' compares places with the whole table
Faults      candidate 0, baseline 0, field 0
)");
}

TEST_CASE("cut differences are in points, and the report says where they are cut") {
  const auto comparison =
      after(ahead, {.m0 = 0, .m1 = 1, .lowest = -5, .highest = 5}, ComparedBy::cut_points);
  CHECK_THAT(
      comparison_text(comparison, 52),
      Catch::Contains("Question    0.00 or 1.00 points a game") &&
          Catch::Contains("differences between two games of a seat count as 5.00 points at most, as --cut "
                          "says; by the rules 52.00\n"));
  const auto facts = Json(comparison_json(comparison, 52));
  CHECK(facts["cut"] == 5);
  CHECK(facts["compared_by"] == "points");
  CHECK(facts["mean"].get<double>() <= 5);
}

namespace {

/// Luck that is the same in every deal, either from the eleventh on or never.
class SteadyLuck final : public LuckOfDeals {
 public:
  explicit SteadyLuck(bool is_worth_it) : is_worth_it_{is_worth_it} {}

  [[nodiscard]] Result<std::optional<std::vector<double>>> next(const SequentialTest& before) override {
    if (before.blocks() < 10 || !is_worth_it_) return std::nullopt;
    return std::vector<double>{1, -1, 0.5, 0, 0, 0.25};
  }
  [[nodiscard]] double most() const override { return 8; }
  [[nodiscard]] std::uint32_t pairs() const override { return 50; }
  [[nodiscard]] std::optional<LuckWorth> worth(const SequentialTest& now) const override {
    if (now.blocks() < 10) return std::nullopt;
    return LuckWorth{
        .deals_as_played = 800, .deals_corrected = 600, .game_ms = is_worth_it_ ? 900.0 : 3.0, .luck_ms = 40};
  }

 private:
  bool is_worth_it_;
};

Comparison with_luck(bool is_worth_it, std::uint64_t deals) {
  const auto schedule = duel();
  Comparison comparison{schedule, one_point, ComparedBy::points, Moves::not_looked_at,
                        std::make_shared<SteadyLuck>(is_worth_it)};
  for (const auto& game : games_with(schedule, deals, ahead_by(up_and_down))) comparison.add(game).value();
  return comparison;
}

}  // namespace

TEST_CASE("the report says how luck was taken out, or why it was not") {
  CHECK_THAT(
      comparison_text(with_luck(true, 60), range),
      Catch::Contains("\nLuck        of draws, taken out of the last 50 deals by 50 pairs of playouts for "
                      "each event: at most 8.00 points a game, so that two games of a seat differ by "
                      "at most 56.00; 1.00 of the variance is left\n") &&
          Catch::Contains("at any stop, without the luck of draws\n"));
  CHECK_THAT(
      comparison_text(with_luck(false, 60), range),
      Catch::Contains("\nLuck        not taken out, because it is not worth its time: the question takes "
                      "about 800 deals whose bots think for 3.0 ms a game; with luck taken out about "
                      "600, and 40.0 ms more a game\n") &&
          !Catch::Contains("without the luck of draws"));
  CHECK_THAT(comparison_text(with_luck(true, 4), range),
             Catch::Contains("\nLuck        not taken out yet: "));
  CHECK_THAT(dry_run_text(with_luck(true, 10)), Catch::Contains("\nLuck: worth taking out: the question "));
  CHECK_THAT(comparison_line(with_luck(true, 11)), Catch::Contains(" without the luck of draws"));
}

TEST_CASE("programs get the facts of luck where somebody wanted it taken out") {
  const auto json = comparison_json(with_luck(true, 60), range);
  CHECK(json["luck"] == "draws");
  CHECK(json["luck_pairs"] == 50);
  CHECK(json["luck_deals"] == 50);
  CHECK(json["luck_most"] == 8);
  CHECK(json["highest"] == 56);
  CHECK(json["variance_left"] == 1);
  CHECK(json["game_ms"] == 900);
  CHECK(json["luck_ms"] == 40);
  CHECK_FALSE(comparison_json(after(up_and_down), range).contains("luck"));
}

TEST_CASE("a dry run says how many deals the question takes") {
  auto ten = one_point;
  ten.most_blocks = 10;
  CHECK_THAT(dry_run_text(after(up_and_down, ten)),
             Catch::StartsWith("Dry run: from 10 deals, 60 games, the question takes about 660 deals") &&
                 Catch::Contains("standard deviation is 10.01"));
}

TEST_CASE("a number about so large has two digits, rounded up") {
  CHECK(about(0.2) == "1");
  CHECK(about(73.1) == "74");
  CHECK(about(100) == "100");
  CHECK(about(5801) == "5900");
  CHECK(about(1e300) == "a billion");
}

TEST_CASE("the report names faults of the two on trial, and what they cost") {
  const auto with_faults = [](std::size_t of_candidate, std::size_t of_baseline) {
    const auto schedule = duel();
    auto games = games_with(schedule, 60, ahead_by([](std::uint64_t) { return 30; }));
    for (auto& game : games) {
      for (auto& seat : game.seats) {
        auto& left = seat.bot == Comparison::candidate ? of_candidate : of_baseline;
        if (seat.bot > Comparison::baseline || left == 0) continue;
        seat.faults[FaultKind::timeout] = 1;
        --left;
      }
    }
    return compared(schedule, one_point, ComparedBy::points, games);
  };
  const auto more = with_faults(2, 1);
  CHECK_THAT(
      comparison_text(more, range),
      Catch::StartsWith("The candidate is not accepted: it has 2 faults, the baseline 1.\n") &&
          Catch::Contains("\nFaults      candidate 2, baseline 1, field 0 (a game with a fault of the "
                          "candidate counts as its worst, one of the baseline alone does not count)\n"));
  CHECK(Json(comparison_json(more, range))["verdict"] == "more faults");
  CHECK_THAT(comparison_text(with_faults(0, 1), range),
             Catch::StartsWith("The candidate is better than the baseline.\n") &&
                 Catch::Contains("\nFaults      candidate 0, baseline 1, field 0 (a game with a fault of the "
                                 "baseline alone does not count)\n"));
}

TEST_CASE("the report says of bots with the same moves that there is no difference to find") {
  auto comparison = after([](std::uint64_t) { return 0; });
  comparison.note_moves(Moves::same);
  CHECK_THAT(
      comparison_text(comparison, range),
      Catch::StartsWith("Identical: both made the same moves in all 300 games, so there is no difference "
                        "to find.\n"));
  CHECK(Json(comparison_json(comparison, range))["verdict"] == "same moves");
}

TEST_CASE("a comparison on its way fits a line") {
  const auto line = [](std::uint64_t deals) {
    return comparison_line(after(up_and_down, one_point, ComparedBy::points, deals));
  };
  CHECK(line(0) == "0 deals  bets 0.00 of 3.00 for it, 0.00 of 3.00 against  difference 0.00 points a game");
  CHECK(line(1) == "1 deal  bets 0.04 of 3.00 for it, -0.04 of 3.00 against  difference 10.00 points a game");
  CHECK(line(8) ==
        "8 deals  bets -0.03 of 3.00 for it, 0.00 of 3.00 against  difference 0.50 points a game  "
        "about 690 deals to come");
}

TEST_CASE("programs get every fact of a comparison, in JSON and in a line of values") {
  struct Row {
    Comparison comparison;
    std::string verdict, by;
    bool elo;
  };
  for (const auto& [comparison, verdict, by, elo] :
       {Row{after(behind), "not better", "points", false}, Row{after(ahead), "better", "points", false},
        Row{after(up_and_down), "inconclusive", "points", false},
        Row{after(up_and_down, one_point, ComparedBy::points, 3), "undecided", "points", false},
        Row{after(ahead, by_elo, ComparedBy::places), "not better", "places", true}}) {
    const auto facts = Json(comparison_json(comparison, range));
    CHECK(facts["verdict"] == verdict);
    CHECK(facts["compared_by"] == by);
    CHECK(facts["elo"].is_number() == elo);
    CHECK(facts["rules_range"].is_number() == !elo);
    CHECK(facts["deals"] == comparison.test().blocks());
    CHECK(facts["games"] == 6 * comparison.test().blocks());
    CHECK(facts["mean"].get<double>() == Approx(comparison.test().mean()));
    CHECK(facts["candidate_faults"] == 0);
    CHECK(facts["deals_to_come"].is_number() == (verdict == "inconclusive"));

    std::istringstream csv{comparison_csv(comparison, range)};
    std::string headings, values, more;
    std::getline(csv, headings);
    std::getline(csv, values);
    CHECK(!std::getline(csv, more));
    std::string names;
    for (const auto& [name, value] : facts.items())
      if (name != "schema" && name != "faults") names += (names.empty() ? "" : ",") + name;
    CHECK(headings == names + ",schema\r");
    CHECK(std::ranges::count(values, ',') == std::ranges::count(headings, ','));
    CHECK_THAT(values, Catch::StartsWith(verdict + ',' + by + ','));
  }
}
