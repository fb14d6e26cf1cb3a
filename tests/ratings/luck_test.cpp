// Ratings with luck removed: their values, and whether their intervals hold.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "ratings/games_to_rate.hpp"
#include "ratings/model/fit.hpp"

using namespace tribunal;
using namespace tribunal::test;

namespace {

constexpr double any_spread = std::numeric_limits<double>::infinity();

/// Games of two bots, of which the second wins some; in each the first has this luck.
Rankings lucky_games_of_two(std::uint64_t games, std::uint64_t losses, double luck) {
  Rankings rankings{2};
  for (std::uint64_t game = 0; game < games; ++game) {
    const bool is_won = game >= losses;
    rankings.add(game, std::vector<Placed>{{0, is_won ? 1 : 2}, {1, is_won ? 2 : 1}},
                 std::vector<double>{luck, -luck});
  }
  return rankings;
}

Rankings seven_of_ten(double luck) { return lucky_games_of_two(10, 3, luck); }

/// The share of the luck between two bots that is taken out, and its derivative by the distance of their
/// strengths.
struct Share {
  double value = 0;
  double slope = 0;
  explicit Share(double distance) {
    const double t = std::tanh(distance / 2);
    value = 1 - std::pow(t, 6);
    slope = -3 * std::pow(t, 5) * (1 - t * t);
  }
};

TEST_CASE("without the luck of one win of seven in ten, a bot is rated as by six wins") {
  const auto ratings = rate(seven_of_ten(0.1), {.spread = any_spread}).value();
  const double distance = ratings.bots[0]->strength - ratings.bots[1]->strength;
  const double odds = 1 / (1 + std::exp(-distance));
  const Share share{distance};
  CHECK(7 - share.value == Approx(10 * odds).epsilon(1e-9));
  CHECK(odds == Approx(0.6).epsilon(1e-4));
  // The scatter is that of (3/10)^2 in seven games and of (-7/10)^2 in three: 1 or 0, less 6/10 and the luck.
  const double off = odds + share.value / 10;
  const double scatter = 10.0 / 9 * (7 * (1 - off) * (1 - off) + 3 * off * off);
  const double information = 10 * odds * (1 - odds) + share.slope;
  const double half = std::sqrt(scatter) / information / 2;  // of the distance of both from the mean
  CHECK(ratings.bots[0]->standard_error == Approx(half).epsilon(1e-9));
}

TEST_CASE("a bot that hardly ever loses has a finite rating, even if its bad luck exceeds its losses") {
  for (const std::uint64_t losses : {1U, 2U, 5U}) {
    const double plain = rate(lucky_games_of_two(100, losses, 0)).value().bots[0]->elo;
    for (const double luck : {-3.0, -1.0, 1.0, 3.0}) {
      const auto lucky = *rate(lucky_games_of_two(100, losses, luck / 100)).value().bots[0];
      CAPTURE(losses, luck, plain, lucky.elo);
      CHECK(std::abs(lucky.elo - plain) < 60);
      CHECK((lucky.elo > plain) == (luck < 0));
      CHECK(lucky.elo_error.value() < 300);
    }
  }
}

TEST_CASE("without any luck, games with luck of 0 are rated as games without") {
  const auto with = rate(seven_of_ten(0)).value();
  const auto without = rate(two_players(7, 3, 0)).value();
  for (std::size_t bot = 0; bot < 2; ++bot) {
    CHECK(with.bots[bot]->elo == Approx(without.bots[bot]->elo));
    CHECK(with.bots[bot]->elo_error.value() == Approx(without.bots[bot]->elo_error.value()));
  }
}

TEST_CASE("if luck does not sum to 0, the excess has no effect") {
  Rankings rounded{2};
  Rankings exact{2};
  for (std::uint64_t game = 0; game < 20; ++game) {
    const std::vector<Placed> seats{{0, game % 3 == 0 ? 2 : 1}, {1, game % 3 == 0 ? 1 : 2}};
    rounded.add(game, seats, std::vector<double>{0.26, -0.2});
    exact.add(game, seats, std::vector<double>{0.23, -0.23});
  }
  const auto one = rate(rounded, {.spread = any_spread}).value();
  const auto other = rate(exact, {.spread = any_spread}).value();
  CHECK(one.bots[0]->elo == Approx(other.bots[0]->elo).epsilon(1e-12));
  CHECK(one.bots[0]->elo_error.value() == Approx(other.bots[0]->elo_error.value()).epsilon(1e-9));
}

TEST_CASE("luck of seats that a game lacks is refused") {
  Rankings rankings{2};
  CHECK_THROWS_AS(rankings.add(0, std::vector<Placed>{{0, 1}, {1, 2}}, std::vector<double>{1}),
                  std::invalid_argument);
}

TEST_CASE("a game without information about its bots has no luck, either") {
  auto games = seven_of_ten(0.1);
  games.add(10, std::vector<Placed>{{0, forfeited_place}, {1, forfeited_place}}, std::vector<double>{5, -5});
  CHECK(rate(games).value().bots[0]->elo == rate(seven_of_ten(0.1)).value().bots[0]->elo);
}

Games lucky_games(std::mt19937_64& source) {
  std::normal_distribution<double> luck{0, 0.3};
  auto games = random_games(source, 5, 30, 5);
  games.luck.assign(games.rows.size(), std::vector<double>(5));
  for (auto& game : games.luck)
    for (auto& amount : game) amount = luck(source);
  return games;
}

/// These games in a random order.
Games shuffled(const Games& games, std::mt19937_64& source) {
  std::vector<std::size_t> order(games.rows.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::shuffle(order, source);
  Games moved{.bots = games.bots, .rows = {}, .clusters = {}};
  for (const auto game : order) {
    moved.rows.push_back(games.rows[game]);
    moved.clusters.push_back(games.clusters[game]);
    if (!games.luck.empty()) moved.luck.push_back(games.luck[game]);
  }
  return moved;
}

TEST_CASE("the order in which games are added does not change a bit, with luck or without") {
  const bool has_luck = GENERATE(false, true);
  CHECK(rc::check([has_luck] {
    std::mt19937_64 source{*rc::gen::arbitrary<std::uint64_t>()};
    auto games = lucky_games(source);
    if (!has_luck) games.luck.clear();
    const auto before = rate(rankings_of(games), {.min_clusters = 2}).value();
    const auto after = rate(rankings_of(shuffled(games, source)), {.min_clusters = 2}).value();
    for (std::size_t bot = 0; bot < 5; ++bot) {
      RC_ASSERT(before.bots[bot].has_value() == after.bots[bot].has_value());
      if (!before.bots[bot]) continue;
      RC_ASSERT(before.bots[bot]->elo == after.bots[bot]->elo);
      RC_ASSERT(before.bots[bot]->elo_error == after.bots[bot]->elo_error);
    }
  }));
}

TEST_CASE("gradient and curvature are those of the likelihood, and the scores of clusters sum to the first") {
  const bool has_luck = GENERATE(false, true);
  CHECK(rc::check([has_luck] {
    std::mt19937_64 source{*rc::gen::arbitrary<std::uint64_t>()};
    auto games = lucky_games(source);
    if (!has_luck) games.luck.clear();
    const Census census{rankings_of(games)};
    Eigen::VectorXd strengths{5};
    for (auto& strength : strengths) strength = *rc::gen::inRange(-2000, 2000) / 1000.0;
    const auto here = likelihood_of_games(census, strengths);
    Eigen::MatrixXd curvature = here.information;
    if (has_luck) curvature += here.information_of_luck;
    constexpr double step = 1e-5;
    const auto is_near = [](double found, double expected) {
      return std::abs(found - expected) < 1e-6 * (1 + std::abs(expected));
    };
    for (Eigen::Index bot = 0; bot < 5; ++bot) {
      Eigen::VectorXd moved = strengths;
      moved[bot] += step;
      const auto up = likelihood_of_games(census, moved);
      moved[bot] = strengths[bot] - step;
      const auto down = likelihood_of_games(census, moved);
      RC_ASSERT(is_near((up.value - down.value) / (2 * step), here.gradient[bot]));
      for (Eigen::Index other = 0; other < 5; ++other) {
        RC_ASSERT(is_near((down.gradient[other] - up.gradient[other]) / (2 * step), curvature(bot, other)));
      }
    }
    // All games in one cluster: its scatter is the square of the gradient.
    std::ranges::fill(games.clusters, 0U);
    const Eigen::MatrixXd square = here.gradient * here.gradient.transpose();
    RC_ASSERT((scatter_of_clusters(Census{rankings_of(games)}, strengths) - square).cwiseAbs().maxCoeff() <
              1e-9);
  }));
}

TEST_CASE("strengths solve the equations of scores less luck") {
  CHECK(rc::check([] {
    std::mt19937_64 source{*rc::gen::arbitrary<std::uint64_t>()};
    auto games = lucky_games(source);
    const double times = *rc::gen::inRange(0, 30) / 10.0;
    for (auto& game : games.luck)
      for (auto& amount : game) amount *= times;
    const auto rankings = rankings_of(games);
    constexpr double spread = 1;
    const auto ratings = rate(rankings, {.spread = spread, .min_clusters = 2}).value();
    const auto& layer = ratings.layers.front();
    Eigen::VectorXd strengths{5};
    for (Eigen::Index bot = 0; bot < 5; ++bot)
      strengths[bot] = layer.strengths[static_cast<std::size_t>(bot)];
    const auto here = likelihood_of_games(Census{rankings}, strengths);
    for (const auto& group : ratings.groups) {
      for (const auto bot : group) {
        const double slope = here.gradient[bot] - strengths[bot] / (spread * spread);
        RC_ASSERT(std::abs(slope) < 1e-6);
      }
    }
  }));
}

/// A league of four bots at a table, two games per deal. The noise of a seat is Gumbel's, so that places
/// follow the model; its worth is known as luck.
struct League {
  std::vector<double> strengths;
  std::uint64_t deals = 40;

  [[nodiscard]] Rankings play(std::mt19937_64& source, bool luck_is_known) const {
    constexpr double known = 0.25;
    std::extreme_value_distribution<double> gumbel{0, 1};
    Rankings rankings{4};
    for (std::uint64_t game = 0; game < 2 * deals; ++game) {
      std::array<double, 4> noise{};
      for (auto& one : noise) one = gumbel(source);
      std::vector<Placed> seats;
      std::vector<double> luck;
      for (std::uint32_t bot = 0; bot < 4; ++bot) {
        const auto play = [&](std::uint32_t of) { return strengths[of] + noise.at(of); };
        std::int32_t place = 1;
        for (std::uint32_t other = 0; other < 4; ++other) place += play(other) > play(bot) ? 1 : 0;
        seats.push_back({bot, place});
        luck.push_back(known * noise.at(bot));
      }
      luck_is_known ? rankings.add(game / 2, seats, luck) : rankings.add(game / 2, seats);
    }
    return rankings;
  }
};

struct Coverage {
  double held = 0;   ///< the share of the intervals that hold the true value
  double width = 0;  ///< mean width of the intervals
  double error = 0;  ///< root mean square of the estimates' errors
  double bias = 0;   ///< the largest mean error of a bot
};

Coverage coverage_of(const League& league, bool luck_is_known, int leagues) {
  std::mt19937_64 source{33};
  double middle = 0;
  for (const double strength : league.strengths) middle += strength / 4;
  Coverage coverage;
  std::array<double, 4> errors{};
  for (int round = 0; round < leagues; ++round) {
    const auto ratings = rate(league.play(source, luck_is_known)).value();
    for (std::size_t bot = 0; bot < 4; ++bot) {
      const auto& rating = *ratings.bots[bot];
      const double off = rating.elo - (1500 + elo_per_strength * (league.strengths[bot] - middle));
      coverage.held += std::abs(off) <= rating.elo_error ? 1 : 0;
      coverage.width += *rating.elo_error;
      coverage.error += off * off;
      errors.at(bot) += off / leagues;
    }
  }
  coverage.held /= 4 * leagues;
  coverage.width /= 4 * leagues;
  coverage.error = std::sqrt(coverage.error / (4 * leagues));
  for (const double error : errors) coverage.bias = std::max(coverage.bias, std::abs(error));
  return coverage;
}

TEST_CASE("intervals without luck are narrower, and contain the true value as often") {
  for (const auto& strengths : {std::vector<double>{0, 0, 0, 0}, std::vector<double>{0.9, 0.3, -0.2, -1}}) {
    const League league{.strengths = strengths};
    constexpr int leagues = 250;
    const auto without = coverage_of(league, false, leagues);
    const auto with = coverage_of(league, true, leagues);
    CAPTURE(strengths, with.held, with.width, with.error, with.bias, without.held, without.width,
            without.error);
    CHECK(with.held > 0.925);
    CHECK(with.held < 0.99);
    CHECK(with.width < 0.75 * without.width);
    CHECK(with.error < 0.8 * without.error);
    CHECK(with.bias < 4 * with.error / std::sqrt(leagues));
  }
}

TEST_CASE(
    "intervals of bots that hardly ever lose contain the true value as often, and are partly narrower") {
  const League league{.strengths = {3, 0.4, -0.4, -3}};
  constexpr int leagues = 250;
  const auto without = coverage_of(league, false, leagues);
  const auto with = coverage_of(league, true, leagues);
  CAPTURE(with.held, with.width, with.error, with.bias, without.held, without.width, without.error,
          without.bias);
  CHECK(with.held > 0.925);
  CHECK(with.held < 0.99);
  CHECK(with.width < 0.92 * without.width);
  CHECK(with.error < 0.95 * without.error);
  CHECK(with.bias < without.bias + 4 * with.error / std::sqrt(leagues));
}

TEST_CASE("intervals of drawn tournaments include the luck of their deals") {
  std::mt19937_64 source{34};
  const League league{.strengths = {0.5, 0.2, -0.1, -0.6}};
  const auto ratings = rate(league.play(source, true), {.bootstrap = 200}).value();
  for (const auto& bot : ratings.bots) {
    const double drawn = (bot->drawn->high - bot->drawn->low) / 2;
    CHECK(drawn > 0.75 * *bot->elo_error);
    CHECK(drawn < 1.35 * *bot->elo_error);
  }
}

}  // namespace
