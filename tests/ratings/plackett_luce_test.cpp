#include "ratings/plackett_luce.hpp"

#include <cmath>
#include <numeric>

#include <catch2/catch.hpp>

#include "ratings/games_to_rate.hpp"

using namespace tribunal;
using namespace tribunal::test;

namespace {

std::vector<double> strengths_of(const Ratings& ratings) {
  std::vector<double> strengths;
  for (const auto& bot : ratings.bots) strengths.push_back(bot.value().strength);
  return strengths;
}

void check_equal(const std::vector<double>& found, const std::vector<double>& expected, double tolerance) {
  REQUIRE(found.size() == expected.size());
  for (std::size_t bot = 0; bot < found.size(); ++bot) {
    CAPTURE(bot);
    CHECK(found[bot] == Approx(expected[bot]).margin(tolerance).epsilon(0));
  }
}

std::vector<double> roots_of_diagonal(const SymmetricMatrix& matrix) {
  std::vector<double> roots;
  for (std::size_t bot = 0; bot < matrix.size(); ++bot) roots.push_back(std::sqrt(matrix.at(bot, bot)));
  return roots;
}

std::vector<double> elos_of(const Ratings& ratings) {
  std::vector<double> elos;
  for (const auto& bot : ratings.bots) elos.push_back(bot.value().elo);
  return elos;
}

Rankings two_players(int first_wins, int second_wins, int draws) {
  Rankings rankings{2};
  std::uint64_t game = 0;
  const auto add = [&](int times, int first, int second) {
    for (int i = 0; i < times; ++i) rankings.add(game++, std::vector<Placed>{{0, first}, {1, second}});
  };
  add(first_wins, 1, 2);
  add(second_wins, 2, 1);
  add(draws, 1, 1);
  return rankings;
}

}  // namespace

// The league's numbers: half-win Plackett-Luce fitted with the R package PlackettLuce (H. L. Turner, J. van
// Etten, D. Firth, I. Kosmidis, Modelling rankings in R, Computational Statistics 35 (2020)), each tied game
// entered as all of its orders with weight 1/r!, and by a separate Newton solver; the two agree to nine
// digits.

TEST_CASE("the league without a ghost is rated as the R package rates it") {
  const auto ratings = rate(rankings_of(league_of_five()), {.ghost = 0}).value();
  check_equal(strengths_of(ratings),
              {0.660644907520, 0.529033968159, 0.547248547907, -0.723598611079, -1.013328812508}, 1e-9);
  check_equal(roots_of_diagonal(ratings.curvature_covariance),
              {0.407865777295, 0.388069645178, 0.403743185739, 0.413143684839, 0.458278664988}, 1e-9);
  check_equal(elos_of(ratings), {1614.76578, 1591.90261, 1595.06681, 1374.29805, 1323.96676}, 1e-5);
  CHECK(ratings.log_likelihood == Approx(-33.0118680358).margin(1e-9).epsilon(0));
}

TEST_CASE("the league with half a win and half a loss against the ghost is rated as the R package rates it") {
  const auto ratings = rate(rankings_of(league_of_five()), {.ghost = 0.5}).value();
  check_equal(strengths_of(ratings),
              {0.616455587884, 0.491142611994, 0.512228094401, -0.676510794735, -0.943315499543}, 1e-9);
  check_equal(roots_of_diagonal(ratings.curvature_covariance),
              {0.3961889962, 0.3771783244, 0.3918129356, 0.3960594831, 0.4355023416}, 1e-9);
  check_equal(elos_of(ratings), {1607.08930, 1585.32021, 1588.98313, 1382.47804, 1336.12931}, 1e-5);
  CHECK(ratings.steps <= 6);
}

TEST_CASE("the league's errors from its four deals are those of the sandwich") {
  constexpr double t_of_four = 3.18245;  // three degrees of freedom
  const std::vector<double> sandwich{0.4389592268, 0.5079008664, 0.2123954271, 0.4642435778, 0.5373077739};
  const auto ratings = rate(rankings_of(league_of_five()), {.min_clusters = 4}).value();
  check_equal(roots_of_diagonal(ratings.cluster_covariance), sandwich, 1e-9);
  for (std::size_t bot = 0; bot < 5; ++bot) {
    CHECK(ratings.bots[bot]->clusters == 4);
    CHECK(ratings.bots[bot]->standard_error == Approx(sandwich[bot]).margin(1e-9));
    CHECK(ratings.bots[bot]->elo_error.value() ==
          Approx(t_of_four * elo_per_strength * sandwich[bot]).margin(1e-3));
  }
}

TEST_CASE("under eight deals standard errors come from the curvature of the likelihood") {
  const auto ratings = rate(rankings_of(league_of_five())).value();
  CHECK(ratings.clusters == 4);
  CHECK(ratings.bots[0]->standard_error == Approx(0.3961889962).margin(1e-9));
}

TEST_CASE("a bot seen in few of many deals has the error of the curvature, the others that of the scatter") {
  Rankings rankings{3};
  for (std::uint64_t deal = 0; deal < 20; ++deal)
    rankings.add(deal, std::vector<Placed>{{0, deal % 3 == 0 ? 1 : 2}, {1, deal % 3 == 0 ? 2 : 1}});
  rankings.add(1, std::vector<Placed>{{0, 1}, {2, 1}});
  const auto ratings = rate(rankings).value();
  CHECK(ratings.bots[0]->from_scatter);
  CHECK(ratings.bots[1]->from_scatter);
  CHECK_FALSE(ratings.bots[2]->from_scatter);
  CHECK(ratings.bots[2]->standard_error == std::sqrt(ratings.curvature_covariance.at(2, 2)));
  CHECK(ratings.bots[2]->standard_error > 2 * ratings.bots[0]->standard_error);
  const auto& curvature = ratings.curvature_covariance;
  CHECK(ratings.difference_variance(0, 2) ==
        Approx(curvature.at(0, 0) + curvature.at(2, 2) - 2 * curvature.at(0, 2)));
}

TEST_CASE("the rating of puddings that were compared with ties is the maximum that MM steps find") {
  const double ghost = GENERATE(0.0, 0.5, 2.0);
  const auto ratings = rate(rankings_of(puddings()), {.ghost = ghost}).value();
  check_equal(strengths_of(ratings), slow_fit(puddings(), ghost), 1e-9);
}

TEST_CASE("with two seats a draw is half a win") {
  const auto ratings = rate(two_players(50, 20, 30), {.ghost = 0}).value();
  const double odds = std::log(65.0 / 35.0);
  CHECK(ratings.bots[0]->strength - ratings.bots[1]->strength == Approx(odds).margin(1e-10));
  CHECK(ratings.bots[0]->elo - ratings.bots[1]->elo == Approx(elo_per_strength * odds).margin(1e-8));
}

TEST_CASE("ten to one is four hundred points") {
  const auto ratings = rate(two_players(100, 10, 0), {.ghost = 0}).value();
  CHECK(ratings.bots[0]->elo == Approx(1700).margin(1e-6));
  CHECK(ratings.bots[1]->elo == Approx(1300).margin(1e-6));
}

TEST_CASE("a bot that always wins has a finite rating and a mark") {
  Rankings rankings{4};
  rankings.add(0, std::vector<Placed>{{0, 1}, {1, 2}, {2, 3}, {3, 4}});
  rankings.add(1, std::vector<Placed>{{0, 1}, {1, 3}, {2, 2}, {3, 4}});
  const auto ratings = rate(rankings).value();
  // R package PlackettLuce, its test of pseudo-rankings with a perfect and a hopeless item
  check_equal(strengths_of(ratings), {2.12433671742, -0.03609512265, -0.03609512265, -2.05214647212}, 1e-9);
  check_equal(roots_of_diagonal(ratings.curvature_covariance), {1.2218285, 0.8156440, 0.8156440, 1.1762577},
              1e-6);
  CHECK(ratings.bots[0]->sweep == Sweep::perfect);
  CHECK(ratings.bots[1]->sweep == Sweep::no);
  CHECK(ratings.bots[2]->sweep == Sweep::no);
  CHECK(ratings.bots[3]->sweep == Sweep::hopeless);
  CHECK_FALSE(rate(rankings, {.ghost = 0}).has_value());
}

TEST_CASE("a bot that always lost, to one bot only, is rated by way of it") {
  // R package PlackettLuce, vignette, section 2.3: a network that is not strongly connected
  const Games games{.bots = 4,
                    .rows = {{1, 2, 0, 0}, {2, 0, 1, 0}, {1, 0, 0, 2}, {2, 1, 0, 0}, {0, 1, 2, 0}},
                    .clusters = {}};
  const auto ratings = rate(rankings_of(games)).value();
  check_equal(strengths_of(ratings), {0.1249668563, 0.6433852787, 0.2604375258, -1.0287896608}, 1e-9);
  check_equal(roots_of_diagonal(ratings.curvature_covariance),
              {0.7457234895, 0.8796851474, 0.9768737365, 1.3295273309}, 1e-9);
  CHECK(ratings.bots[3]->sweep == Sweep::hopeless);
  CHECK(ratings.groups.size() == 1);
}

TEST_CASE("a thousand wins in a row keep the rating finite and its error wide") {
  const auto ratings = rate(two_players(1000, 0, 0)).value();
  CHECK(std::isfinite(ratings.bots[0]->elo));
  CHECK(ratings.bots[0]->elo - ratings.bots[1]->elo > 800);
  CHECK(ratings.bots[0]->elo_error > 200);
  CHECK(ratings.superiority(0, 1).value() > 0.99);
}

TEST_CASE("bots that drew every game are equal") {
  const auto ratings = rate(two_players(0, 0, 30)).value();
  CHECK(ratings.bots[0]->elo == Approx(1500).margin(1e-9));
  CHECK(ratings.bots[0]->sweep == Sweep::no);
  CHECK(ratings.superiority(0, 1).value() == 0.5);
}

TEST_CASE("a bot that met nobody has no rating") {
  SECTION("no games at all") {
    const auto ratings = rate(Rankings{3}).value();
    CHECK_FALSE(ratings.bots[0].has_value());
    CHECK(ratings.groups.empty());
  }
  SECTION("no bots at all") { CHECK(rate(Rankings{0}).value().bots.empty()); }
  SECTION("games of one seat, or against itself") {
    Rankings rankings{1};
    rankings.add(0, std::vector<Placed>{{0, 1}});
    rankings.add(1, std::vector<Placed>{{0, 1}, {0, 2}});
    CHECK_FALSE(rate(rankings).value().bots[0].has_value());
  }
  SECTION("it does not move the mean of the others") {
    Rankings rankings{3};
    rankings.add(0, std::vector<Placed>{{0, 1}, {2, 2}});
    const auto ratings = rate(rankings).value();
    CHECK_FALSE(ratings.bots[1].has_value());
    CHECK(ratings.bots[0]->elo + ratings.bots[2]->elo == Approx(3000));
    CHECK_FALSE(ratings.superiority(0, 1).has_value());
  }
}

TEST_CASE("groups that never met are rated separately") {
  Rankings rankings{6};
  rankings.add(0, std::vector<Placed>{{0, 1}, {3, 2}});
  rankings.add(1, std::vector<Placed>{{1, 1}, {2, 2}, {4, 3}});
  rankings.add(2, std::vector<Placed>{{3, 1}, {0, 2}});
  const auto ratings = rate(rankings).value();
  CHECK(ratings.groups == std::vector<std::vector<std::uint32_t>>{{0, 3}, {1, 2, 4}});
  CHECK(ratings.bots[4]->group == 1);
  CHECK_FALSE(ratings.superiority(0, 1).has_value());
  CHECK(ratings.bots[1]->group == ratings.bots[4]->group);
  CHECK(ratings.bots[0]->elo == Approx(1500).margin(1e-9));
  CHECK(ratings.bots[1]->elo + ratings.bots[2]->elo + ratings.bots[4]->elo == Approx(4500));
}

TEST_CASE("an anchor moves its group and changes no difference") {
  const auto rankings = rankings_of(league_of_five());
  const auto free = rate(rankings, {.min_clusters = 4}).value();
  const auto anchored = rate(rankings, {.anchor = RatingOptions::Anchor{3, 1000}, .min_clusters = 4}).value();
  CHECK(anchored.bots[3]->elo == 1000);
  CHECK(anchored.bots[3]->elo_error == 0);
  for (std::size_t bot = 0; bot < 5; ++bot) {
    CHECK(anchored.bots[bot]->elo - 1000 == Approx(free.bots[bot]->elo - free.bots[3]->elo).margin(1e-9));
    CHECK(anchored.superiority(bot, 0).value() == free.superiority(bot, 0).value());
  }
  const double error = elo_per_strength * 3.18245 * std::sqrt(free.difference_variance(0, 3));
  CHECK(anchored.bots[0]->elo_error.value() == Approx(error).epsilon(1e-5));
}

TEST_CASE("an option that makes no sense is refused with a sentence") {
  CHECK(rate(Rankings{2}, {.ghost = -1}).error() == "the ghost's weight must be a number, 0 or more");
  CHECK_FALSE(rate(Rankings{2}, {.ghost = std::nan("")}).has_value());
}

TEST_CASE("rankings refuse a bot that does not exist") {
  Rankings rankings{2};
  CHECK_THROWS_AS(rankings.add(0, std::vector<Placed>{{2, 1}}), std::invalid_argument);
}

TEST_CASE("tournaments drawn from the deals scatter as far as the errors say") {
  std::mt19937_64 source{7};
  const auto games = random_games(source, 4, 600, 4);
  const auto ratings = rate(rankings_of(games), {.bootstrap = 400}).value();
  for (const auto& bot : ratings.bots) {
    const auto drawn = bot.value().drawn.value();
    CHECK(drawn.low < bot->elo);
    CHECK(bot->elo < drawn.high);
    CHECK((drawn.high - drawn.low) / 2 == Approx(bot->elo_error.value()).epsilon(0.25));
  }
}

TEST_CASE("drawn tournaments are the same every time, and leave an anchor where it is") {
  const RatingOptions options{.anchor = RatingOptions::Anchor{2, 1800}, .min_clusters = 4, .bootstrap = 100};
  const auto ratings = rate(rankings_of(league_of_five()), options).value();
  const auto again = rate(rankings_of(league_of_five()), options).value();
  for (std::size_t bot = 0; bot < 5; ++bot) {
    CHECK(ratings.bots[bot]->drawn->low == again.bots[bot]->drawn->low);
    CHECK(ratings.bots[bot]->drawn->high == again.bots[bot]->drawn->high);
  }
  CHECK(ratings.bots[2]->drawn->low == Approx(1800));
  CHECK(ratings.bots[2]->drawn->high == Approx(1800));
  CHECK_FALSE(rate(rankings_of(league_of_five())).value().bots[0]->drawn.has_value());
}

TEST_CASE("from one deal no other can be drawn") {
  Rankings rankings{2};
  rankings.add(0, std::vector<Placed>{{0, 1}, {1, 2}});
  CHECK_FALSE(rate(rankings, {.bootstrap = 100}).value().bots[0]->drawn.has_value());
}

TEST_CASE("below eight deals there is no interval and no likelihood of superiority") {
  for (const int deals : {7, 8}) {
    CAPTURE(deals);
    const auto ratings = rate(two_players(deals - 2, 2, 0), {.bootstrap = 50}).value();
    CHECK(ratings.bots[0]->elo_error.has_value() == (deals == 8));
    CHECK(ratings.bots[0]->drawn.has_value() == (deals == 8));
    CHECK(ratings.superiority(0, 1).has_value() == (deals == 8));
  }
}
