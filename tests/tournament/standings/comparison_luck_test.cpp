// Comparisons with the luck removed from their games.
#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <stdexcept>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "tournament/standings/comparison.hpp"
#include "tournament/standings/comparison_games.hpp"

using namespace tribunal;
using namespace tribunal::testing;

namespace {

constexpr SequentialQuestion range_of_40{.m0 = 0, .m1 = 1, .lowest = -40, .highest = 40};
constexpr std::size_t games_a_deal = 6;

/// Made-up luck: of each game of a deal from a number on.
class MadeUpLuck final : public LuckOfDeals {
 public:
  using OfGame = std::function<double(std::uint64_t deal, std::size_t place)>;
  MadeUpLuck(std::uint64_t first, OfGame of_game) : first_{first}, of_game_{std::move(of_game)} {}

  [[nodiscard]] tribunal::Result<std::optional<std::vector<double>>> next(
      const SequentialTest& before) override {
    CHECK(before.blocks() == deal_);
    const auto deal = deal_++;
    if (deal < first_) return std::nullopt;
    std::vector<double> luck;
    for (std::size_t place = 0; place < games_a_deal; ++place) luck.push_back(of_game_(deal, place));
    return luck;
  }
  [[nodiscard]] double most() const override { return 8; }
  [[nodiscard]] std::uint32_t pairs() const override { return 50; }
  [[nodiscard]] std::optional<LuckWorth> worth(const SequentialTest& /*now*/) const override {
    return std::nullopt;
  }

 private:
  std::uint64_t first_;
  OfGame of_game_;
  std::uint64_t deal_ = 0;
};

/// Whether the candidate plays in the game at this place of a deal.
bool is_candidates(const Schedule& schedule, std::size_t place) {
  const auto game = schedule.game(place);
  return std::ranges::find(game.seating, Comparison::candidate) != game.seating.end();
}

Comparison corrected(const std::vector<GameResult>& games, std::uint64_t first, MadeUpLuck::OfGame of_game,
                     const SequentialQuestion& question = range_of_40, ComparedBy by = ComparedBy::points) {
  Comparison comparison{duel(), question, by, Moves::not_looked_at,
                        std::make_shared<MadeUpLuck>(first, std::move(of_game))};
  for (const auto& game : games) comparison.add(game).value();
  return comparison;
}

/// The candidate's luck in each game; the baseline's is a third of its opposite.
MadeUpLuck::OfGame candidate_has(double luck) {
  return [luck](std::uint64_t, std::size_t place) { return is_candidates(duel(), place) ? luck : -luck / 3; };
}

std::vector<GameResult> games_ahead(std::uint64_t deals, int points) {
  return games_with(duel(), deals, ahead_by([=](std::uint64_t) { return points; }));
}

}  // namespace

TEST_CASE(
    "a deal counts the difference less the luck of both games, and the range becomes wider by as much") {
  const auto comparison = corrected(games_ahead(1, 3), 0, candidate_has(6));
  CHECK(comparison.test().mean() == Approx(3 - 8));
  CHECK(comparison.test().question().lowest == -56);
  CHECK(comparison.test().question().highest == 56);
  CHECK(comparison.asked().highest == 40);
  CHECK(comparison.corrected_deals() == 1);
}

TEST_CASE("deals from which no luck is taken out count as they were played, within the range as asked") {
  const auto comparison = corrected(games_ahead(3, 3), 2, candidate_has(6));
  CHECK(comparison.test().mean() == Approx((3 + 3 - 5) / 3.0));
  CHECK(comparison.corrected_deals() == 1);
  const auto never = corrected(games_ahead(3, 3), 9, candidate_has(6));
  const auto plain = compared(duel(), range_of_40, ComparedBy::points, games_ahead(3, 3));
  CHECK(never.test().better().now == plain.test().better().now);
  CHECK(never.test().question().highest == 40);
}

TEST_CASE("neither the order of games nor games beyond the verdict change what luck is taken out") {
  std::mt19937 dice{7};
  auto games = games_with(
      duel(), 60, ahead_by([](std::uint64_t deal) { return static_cast<int>(deal * deal % 11) - 2; }));
  const auto luck = [](std::uint64_t deal, std::size_t place) {
    return static_cast<double>((deal * 7 + place * 5) % 9) - 4;
  };
  const auto in_order = corrected(games, 10, luck);
  for (std::size_t i = 0; i + 9 < games.size(); ++i) std::swap(games[i], games[i + dice() % 9]);
  const auto mixed = corrected(games, 10, luck);
  CHECK(in_order.corrected_deals() > 10);
  CHECK(mixed.test().blocks() == in_order.test().blocks());
  CHECK(mixed.test().better().now == in_order.test().better().now);
  CHECK(mixed.variance_left() == in_order.variance_left());
}

TEST_CASE("a game with a fault of the candidate counts as the worst of the wider range") {
  auto games = games_ahead(1, 30);
  add_faults(games, Comparison::candidate, FaultKind::crash);
  for (const double luck : {-6.0, 6.0}) CHECK(corrected(games, 0, candidate_has(luck)).test().mean() == -56);
}

TEST_CASE("a game with a fault of the baseline alone does not count, whatever luck is taken out") {
  auto games = games_ahead(1, 30);
  add_faults(games, Comparison::baseline, FaultKind::crash);
  CHECK(corrected(games, 0, candidate_has(6)).test().blocks() == 0);
}

TEST_CASE("two games beyond the range as asked are an error, though luck would bring them back into it") {
  Comparison comparison{duel(), range_of_40, ComparedBy::points, Moves::not_looked_at,
                        std::make_shared<MadeUpLuck>(0, candidate_has(6))};
  tribunal::Result<void> added;
  for (const auto& game : games_ahead(1, 41))
    if (added) added = comparison.add(game);
  REQUIRE(!added);
  CHECK_THAT(added.error().text(), Catch::Contains("--range 40"));
}

TEST_CASE("the cut comes before luck is taken out") {
  const SequentialQuestion cut{.m0 = 0, .m1 = 1, .lowest = -10, .highest = 10};
  const auto comparison = corrected(games_ahead(2, 30), 0, candidate_has(3), cut, ComparedBy::cut_points);
  CHECK(comparison.test().mean() == Approx(10 - 4));
  CHECK(comparison.test().question().highest == 26);
}

TEST_CASE("luck beyond its bound, and luck in places, are bugs") {
  CHECK_THROWS_AS(corrected(games_ahead(1, 3), 0, candidate_has(8.5)), std::logic_error);
  const SequentialQuestion places{.m0 = 0.5, .m1 = 0.6, .lowest = 0, .highest = 1};
  CHECK_THROWS_AS(corrected({}, 0, candidate_has(1), places, ComparedBy::places), std::invalid_argument);
}

TEST_CASE("the variance left is that of corrected deals, as a part of what it would be") {
  // The candidate is ahead only by its luck, so nothing is left.
  const auto points = [](std::uint64_t deal) { return static_cast<int>(deal % 5); };
  const auto luck = [&](std::uint64_t deal, std::size_t place) {
    return is_candidates(duel(), place) ? points(deal) : 0.0;
  };
  const auto games = games_with(duel(), 12, ahead_by(points));
  CHECK_FALSE(corrected(games, 6, luck).variance_left());
  CHECK(corrected(games, 2, luck).variance_left().value() == Approx(0).margin(1e-9));
  CHECK(corrected(games, 2, [](std::uint64_t, std::size_t) { return 0.0; }).variance_left().value() == 1);
}
