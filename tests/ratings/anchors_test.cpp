#include <cmath>

#include <catch2/catch.hpp>

#include "ratings/games_to_rate.hpp"
#include "ratings/plackett_luce.hpp"

using namespace tribunal;
using namespace tribunal::test;

TEST_CASE("an anchor moves its group and changes no difference") {
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

TEST_CASE("two fixed anchors keep their distance, whatever the games say") {
  const auto ratings =
      rate(rankings_of(league_of_five()),
           {.anchors = {RatingOptions::Anchor{0, 1700}, RatingOptions::Anchor{4, 1600}}, .min_clusters = 4})
          .value();
  CHECK(ratings.bots[0]->elo == Approx(1700).margin(0.01));
  CHECK(ratings.bots[4]->elo == Approx(1600).margin(0.01));
  CHECK(ratings.bots[0]->elo_error == 0);
  CHECK(ratings.bots[4]->elo_error == 0);
  CHECK(ratings.bots[2]->elo_error > 0);
}

TEST_CASE("a loose anchor yields to games, the more the looser it is") {
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
