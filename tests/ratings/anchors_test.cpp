#include <cmath>

#include <catch2/catch.hpp>

#include "ratings/games_to_rate.hpp"
#include "ratings/plackett_luce.hpp"

using namespace tribunal;
using namespace tribunal::test;

TEST_CASE("an anchor moves its group without changing differences") {
  const auto rankings = rankings_of(league_of_five());
  const auto free = rate(rankings, {.min_clusters = 4}).value();
  const auto anchored =
      rate(rankings, {.anchors = {RatingOptions::Anchor{3, 1000}}, .min_clusters = 4}).value();
  CHECK(anchored.bots[3]->elo == Approx(1000));
  CHECK(anchored.bots[3]->elo_error == 0);
  for (std::size_t bot = 0; bot < 5; ++bot) {
    CHECK(anchored.bots[bot]->elo - 1000 == Approx(free.bots[bot]->elo - free.bots[3]->elo).margin(1e-6));
    CHECK(anchored.superiority(bot, 0).value() == Approx(free.superiority(bot, 0).value()).epsilon(1e-4));
  }
  CHECK(anchored.bots[0]->elo_error.value() ==
        Approx(elo_per_strength * free.difference_error(0, 3).value()).epsilon(1e-4));
}

TEST_CASE("two fixed anchors keep their distance, whatever the games show") {
  const auto ratings =
      rate(rankings_of(league_of_five()),
           {.anchors = {RatingOptions::Anchor{0, 1700}, RatingOptions::Anchor{4, 1600}}, .min_clusters = 4})
          .value();
  CHECK(ratings.bots[0]->elo == Approx(1700).margin(0.01));
  CHECK(ratings.bots[4]->elo == Approx(1600).margin(0.01));
  CHECK(ratings.bots[0]->elo_error == 0);
  CHECK(ratings.bots[4]->elo_error == 0);
  CHECK(ratings.bots[2]->elo_error > 0);
  CHECK(!ratings.superiority(0, 4));
  CHECK(!ratings.difference_error(0, 4));
  CHECK(ratings.superiority(0, 2));
  CHECK(ratings.difference_error(0, 2));
}

TEST_CASE("a likelihood of superiority has the errors of fixed anchors") {
  const auto rankings = rankings_of(league_of_five());
  const auto rated = [&](const std::vector<RatingOptions::Anchor>& anchors) {
    return rate(rankings, {.anchors = anchors, .min_clusters = 4}).value();
  };
  const auto known = rated({{0, 1700, 0, 100}, {4, 1600, 0, 50}});
  CHECK(known.bots[0]->elo == Approx(1700).margin(0.01));
  CHECK(known.bots[0]->elo_error.value() == Approx(100));
  CHECK(known.superiority(0, 4).value() == Approx(student_probability(100 * normal95 / 150, 4)).margin(0.01));
  CHECK(known.superiority(0, 4).value() == Approx(1 - known.superiority(4, 0).value()));
  CHECK(!known.difference_error(0, 4));
  CHECK(!known.difference_error(0, 2));
  CHECK(known.difference_error(1, 2));
  const auto exact = rated({{0, 1700}, {4, 1600}});
  CHECK(std::abs(known.superiority(0, 2).value() - 0.5) < std::abs(exact.superiority(0, 2).value() - 0.5));
  const auto alone = rated({{0, 1700, 0, 100}});  // an only anchor fixes the level, but no distance
  CHECK(alone.bots[0]->elo_error.value() == Approx(100));
  CHECK(alone.superiority(0, 2).value() == Approx(rated({}).superiority(0, 2).value()).epsilon(1e-4));
}

TEST_CASE("the larger the deviation of an anchor, the more the games move it") {
  const auto rankings = two_players(300, 100, 0);  // some 190 points apart
  const auto distance = [&](double deviation) {
    const auto ratings = rate(rankings, {.anchors = {RatingOptions::Anchor{0, 1500, deviation},
                                                     RatingOptions::Anchor{1, 1500, deviation}}})
                             .value();
    return ratings.bots[0]->elo - ratings.bots[1]->elo;
  };
  CHECK(distance(0) == Approx(0).margin(0.01));
  CHECK(distance(10) > 20);
  CHECK(distance(10) < distance(50));
  CHECK(distance(1000) > 180);
  const auto one = rate(rankings, {.anchors = {RatingOptions::Anchor{0, 1800, 30}}}).value();
  CHECK(one.bots[0]->elo == Approx(1800));
  CHECK(one.bots[0]->elo_error.value() == Approx(1.96 * 30).epsilon(0.02));
}

namespace {

/// Games of each pair of bots that were not drawn, with the wins of the first.
Rankings pairs_of_three(int first_over_second, int first_over_third, int second_over_third, int games) {
  Games all{.bots = 3, .rows = {}, .clusters = {}};
  const auto add = [&](std::size_t one, std::size_t other, int wins) {
    for (int game = 0; game < games; ++game) {
      PlaceRow row(3);
      row[one] = game < wins ? 1 : 2;
      row[other] = game < wins ? 2 : 1;
      all.clusters.push_back(all.rows.size());
      all.rows.push_back(row);
    }
  };
  add(0, 1, first_over_second);
  add(0, 2, first_over_third);
  add(1, 2, second_over_third);
  return rankings_of(all);
}

}  // namespace

TEST_CASE("an anchor is compared with its games against the others") {
  // 3 : 1 are odds of 400 log10(3) = 190.8 points, and the error of the difference of two bots with n games
  // and a share p of the points is 400 / ln 10 / sqrt(n p (1 - p)).
  constexpr double distance = 190.848;
  const auto ratings = rate(two_players(900, 300, 0),
                            {.anchors = {RatingOptions::Anchor{0, 1600}, RatingOptions::Anchor{1, 1500}}})
                           .value();
  REQUIRE(ratings.anchor_checks.size() == 2);
  const double error = elo_per_strength / std::sqrt(1200 * 0.75 * 0.25);
  CHECK(ratings.anchor_checks[0].elo_by_games.value() == Approx(1500 + distance).margin(2));
  CHECK(ratings.anchor_checks[1].elo_by_games.value() == Approx(1600 - distance).margin(2));
  CHECK(ratings.anchor_checks[0].z.value() == Approx((distance - 100) / error).epsilon(0.05));
  CHECK(ratings.anchor_checks[1].z.value() == Approx(-(distance - 100) / error).epsilon(0.05));
}

TEST_CASE("the z of an anchor is smaller with larger deviations of anchors, and with a larger error of it") {
  const auto z_with = [](double deviation, double of_table = 0) {
    return rate(two_players(900, 300, 0), {.anchors = {RatingOptions::Anchor{0, 1600, deviation, of_table},
                                                       RatingOptions::Anchor{1, 1500, deviation}}})
        .value()
        .anchor_checks[0]
        .z.value();
  };
  const double error = elo_per_strength / std::sqrt(1200 * 0.75 * 0.25);
  CHECK(z_with(50) == Approx(90.848 / std::sqrt(error * error + 2 * 50 * 50)).epsilon(0.05));
  CHECK(z_with(50) < z_with(10));
  CHECK(z_with(0, 50 * normal95) == Approx(90.848 / std::sqrt(error * error + 50 * 50)).epsilon(0.05));
}

TEST_CASE("the one of three anchors that contradicts the games has the largest z") {
  const auto ratings = rate(pairs_of_three(200, 200, 200, 400),
                            {.anchors = {RatingOptions::Anchor{0, 1500}, RatingOptions::Anchor{1, 1500},
                                         RatingOptions::Anchor{2, 1650}}})
                           .value();
  REQUIRE(ratings.anchor_checks.size() == 3);
  CHECK(ratings.anchor_checks[2].elo_by_games.value() == Approx(1500).margin(1));
  CHECK(ratings.anchor_checks[0].elo_by_games.value() == Approx(1575).margin(1));
  CHECK(ratings.anchor_checks[2].z.value() < -5);
  CHECK(std::abs(ratings.anchor_checks[2].z.value()) > std::abs(ratings.anchor_checks[0].z.value()));
}

TEST_CASE("a single anchor, or one that won all its games, has no z") {
  const auto alone = rate(two_players(900, 300, 0), {.anchors = {RatingOptions::Anchor{0, 1600}}}).value();
  CHECK(alone.anchor_checks.empty());
  const auto swept = rate(two_players(100, 0, 0),
                          {.anchors = {RatingOptions::Anchor{0, 1600}, RatingOptions::Anchor{1, 1500}}})
                         .value();
  CHECK(!swept.anchor_checks[0].z);
  CHECK(swept.anchor_checks[0].elo_by_games);
}
