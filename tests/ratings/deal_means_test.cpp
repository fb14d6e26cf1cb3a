#include "ratings/deal_means.hpp"

#include <cmath>

#include <catch2/catch.hpp>

using namespace tribunal;

TEST_CASE("points per deal are the mean over deals of the mean over seatings") {
  DealMeans points;
  for (const int score : {3, -1}) points.add(1, score);
  for (const int score : {4, 6}) points.add(2, score);
  const auto mean = points.mean().value();
  CHECK(mean.mean == Approx(3));
  CHECK(mean.deals == 2);
  CHECK(mean.games == 4);
  CHECK(mean.variance.value() == Approx(4));  // deals 1 and 5: a spread of 8 over 2 deals
  CHECK_FALSE(mean.error.has_value());
  CHECK(mean.unrotated_variance.value() == Approx((0.0 + 16 + 1 + 9) / 3 / 4));
}

TEST_CASE("from eight deals on the mean has a 95 % interval, by Student's t") {
  DealMeans points;
  for (std::uint64_t deal = 0; deal < 7; ++deal) points.add(deal, deal % 2 == 0 ? 1 : -1);
  CHECK_FALSE(points.mean()->error.has_value());
  points.add(7, -1);
  const double t_of_seven_degrees = 2.36462;  // Student's table
  CHECK(points.mean()->error.value() == Approx(t_of_seven_degrees * std::sqrt(8.0 / 7 / 8)).epsilon(1e-5));
}

TEST_CASE("deals may come in any order, and have more games or fewer") {
  DealMeans ascending;
  DealMeans mixed;
  DealMeans coming_back{DealOrder::come_back};
  for (const auto& [deal, score] : {std::pair{1, 5}, {1, 2}, {2, 0}, {2, 9}, {3, -4}})
    ascending.add(static_cast<std::uint64_t>(deal), score);
  for (const auto& [deal, score] : {std::pair{2, 9}, {2, 0}, {3, -4}, {1, 5}, {1, 2}})
    mixed.add(static_cast<std::uint64_t>(deal), score);
  for (const auto& [deal, score] : {std::pair{2, 9}, {1, 5}, {3, -4}, {2, 0}, {1, 2}})
    coming_back.add(static_cast<std::uint64_t>(deal), score);
  CHECK(ascending.mean()->mean == mixed.mean()->mean);
  CHECK(ascending.mean()->error == mixed.mean()->error);
  CHECK(coming_back.mean()->mean == mixed.mean()->mean);
  CHECK(coming_back.mean()->error == mixed.mean()->error);
  CHECK(coming_back.mean()->deals == 3);
  CHECK(mixed.mean()->deals == 3);
  CHECK(mixed.mean()->mean == Approx((3.5 + 4.5 - 4) / 3));
  const double mean = 4.0 / 3;
  const double squares =
      (3.5 - mean) * (3.5 - mean) + (4.5 - mean) * (4.5 - mean) + (-4 - mean) * (-4 - mean);
  CHECK(mixed.mean()->variance.value() == Approx(squares / 2 / 3));
}

TEST_CASE("deals with equal results have no error") {
  DealMeans points;
  for (std::uint64_t deal = 0; deal < 49; ++deal)
    for (const int score : {3, 7, 1}) points.add(deal, score);
  CHECK_FALSE(points.mean()->error.has_value());
}

TEST_CASE("one deal has a mean and no error") {
  DealMeans points;
  CHECK_FALSE(points.mean().has_value());
  points.add(7, 2);
  CHECK(points.mean()->mean == 2);
  CHECK_FALSE(points.mean()->error.has_value());
}
