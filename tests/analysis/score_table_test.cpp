#include <cmath>

#include <catch2/catch.hpp>

#include "analysis/decision_analysis.hpp"
#include "support/random_play.hpp"

using namespace tribunal;
using testing::Dice;

namespace {

ScoreTable filled(const std::vector<std::vector<std::int32_t>>& scores, std::size_t taken) {
  ScoreTable table{scores.size(), taken};
  for (std::size_t action = 0; action < scores.size(); ++action)
    for (const auto score : scores[action]) table.add(action, score);
  return table;
}

/// A table in which the action `better` gains `more` points; everything else is luck.
ScoreTable random_table(Dice& dice, std::size_t worlds, std::size_t actions, std::size_t better, int more) {
  ScoreTable table{actions, 0};
  for (std::size_t world = 0; world < worlds; ++world) {
    if (world == worlds / 3) table.drop_hopeless();
    for (std::size_t action = 0; action < actions; ++action)
      if (!table.is_dropped(action))
        table.add(action, static_cast<std::int32_t>(dice.below(20)) + (action == better ? more : 0));
  }
  return table;
}

struct Mean {
  double sum = 0;
  double squares = 0;
  int count = 0;
  void add(double value) {
    sum += value;
    squares += value * value;
    ++count;
  }
  [[nodiscard]] double mean() const { return sum / count; }
  [[nodiscard]] double error() const { return std::sqrt((squares / count - mean() * mean()) / count); }
};

}  // namespace

TEST_CASE("scores, gains and costs of a small table are those computed by hand") {
  const auto table = filled({{4, 0, 4, 0}, {6, 1, 5, 4}, {0, 0, 0, 0}}, 0);
  CHECK(table.score(0).mean == Approx(2));
  CHECK(table.gain(0).mean == 0);
  CHECK(table.gain(1).mean == Approx(2));
  CHECK(table.gain(1).error == Approx(std::sqrt((0 + 1 + 1 + 4) / 3.0 / 4)));
  CHECK(table.best() == 1);
  // Both halves choose action 1; the even worlds measure 2 and 1, the odd ones 1 and 4.
  CHECK(table.cost().mean == Approx((1.5 + 2.5) / 2));
  CHECK(table.cost().error == Approx(std::sqrt(0.25 / 8 + 2.25 / 8)).epsilon(0.3));  // drawn, not computed
  const std::vector<double> shares{0.5, 0.25, 0.25};
  CHECK(table.advantage(shares, 1'000'000'000).mean == Approx(0.25 * -2 + 0.25 * 2));
}

TEST_CASE("the error of a cost is the scatter of costs in other worlds, the choice of the action included") {
  const auto [worlds, actions, better, more] = GENERATE(table<std::size_t, std::size_t, std::size_t, int>(
      {{40, 3, 1, 2}, {100, 5, 1, 2}, {100, 5, 0, 0}, {100, 2, 1, 6}, {200, 8, 2, 4}}));
  CAPTURE(worlds, actions, more);
  Dice dice{11};
  Mean cost;
  Mean errors;
  for (int table = 0; table < 400; ++table) {
    const auto measured = random_table(dice, worlds, actions, better, more).cost();
    cost.add(measured.mean);
    errors.add(measured.error);
  }
  const double scatter = cost.error() * std::sqrt(cost.count);
  const double said = std::sqrt(errors.squares / errors.count);
  CHECK(said > 0.92 * scatter);
  CHECK(said < 1.3 * scatter);
}

TEST_CASE("an action as good as the one taken costs nothing") {
  const auto table = filled({{3, 1, 3, 1}, {3, 1, 3, 1}}, 1);
  CHECK(table.best() == 1);
  CHECK(table.cost().mean == 0);
  CHECK_FALSE(table.cost().is_positive());
}

TEST_CASE("where all actions are equally good the mean cost is 0, and hardly a mistake is claimed") {
  Dice dice{5};
  Mean cost;
  Mean advantage;
  Mean in_errors;
  double biased = 0;
  int claims = 0;
  constexpr int tables = 3000;
  const std::vector<double> shares(8, 1.0 / 8);
  for (int i = 0; i < tables; ++i) {
    const auto table = random_table(dice, 60, 8, 0, 0);
    const auto measured = table.cost();
    cost.add(measured.mean);
    claims += measured.is_positive() ? 1 : 0;
    if (measured.error > 0) in_errors.add(measured.mean / measured.error);
    advantage.add(table.advantage(shares, 1'000'000'000).mean);
    biased += table.gain(table.best()).mean / tables;
  }
  CHECK(std::abs(cost.mean()) < 3.5 * cost.error());
  CHECK(std::abs(advantage.mean()) < 3.5 * advantage.error());
  CHECK(biased > 20 * cost.error());  // the result of choosing and measuring in the same worlds
  // The halves agree more often if luck favours one action in both. This makes errors a little too small.
  CHECK(in_errors.squares / in_errors.count < 1.5);
  CHECK(claims < tables / 20);
}

TEST_CASE("a better action costs what it brings more, without hopeless actions losing worlds of their own") {
  Dice dice{6};
  Mean cost;
  for (int i = 0; i < 200; ++i) {
    const auto table = random_table(dice, 600, 5, 3, 6);
    CHECK(table.best() == 3);
    cost.add(table.cost().mean);
  }
  CHECK(std::abs(cost.mean() - 6) < 3.5 * cost.error());
}

TEST_CASE("hopeless actions are dropped, and neither the best nor the one taken") {
  Dice dice{7};
  ScoreTable table{3, 2};
  for (int world = 0; world < 200; ++world) {
    table.add(0, 10 + static_cast<std::int32_t>(dice.below(5)));
    table.add(1, static_cast<std::int32_t>(dice.below(5)));
    table.add(2, static_cast<std::int32_t>(dice.below(5)));
  }
  table.drop_hopeless();
  CHECK_FALSE(table.is_dropped(0));
  CHECK(table.is_dropped(1));
  CHECK_FALSE(table.is_dropped(2));
  CHECK(table.cost().is_positive());
}

TEST_CASE("nothing is claimed from too few worlds") {
  const auto table = filled({{0}, {9}}, 0);
  CHECK_FALSE(table.cost().is_positive());
}
