#include "ratings/deal_means.hpp"

#include <catch2/catch.hpp>

using namespace tribunal;

TEST_CASE("points a deal are the mean over deals of the mean over seatings") {
  DealMeans points;
  for (const int score : {3, -1}) points.add(1, score);
  for (const int score : {4, 6}) points.add(2, score);
  const auto mean = points.mean().value();
  CHECK(mean.mean == Approx(3));
  CHECK(mean.deals == 2);
  CHECK(mean.games == 4);
  CHECK(mean.variance.value() == Approx(4));  // deals 1 and 5: a spread of 8 over 2 deals
  CHECK(mean.error.value() == Approx(1.96 * 2));
  CHECK(mean.unrotated_variance.value() == Approx((0.0 + 16 + 1 + 9) / 3 / 4));
}

TEST_CASE("deals may come in any order") {
  DealMeans in_a_row;
  DealMeans mixed;
  for (const auto& [deal, score] : {std::pair{1, 5}, {1, 2}, {2, 0}, {2, 9}, {3, -4}})
    in_a_row.add(static_cast<std::uint64_t>(deal), score);
  for (const auto& [deal, score] : {std::pair{2, 9}, {1, 5}, {3, -4}, {2, 0}, {1, 2}})
    mixed.add(static_cast<std::uint64_t>(deal), score);
  CHECK(in_a_row.mean()->mean == mixed.mean()->mean);
  CHECK(in_a_row.mean()->error == mixed.mean()->error);
  CHECK(mixed.mean()->deals == 3);
}

TEST_CASE("one deal has a mean and no error") {
  DealMeans points;
  CHECK_FALSE(points.mean().has_value());
  points.add(7, 2);
  CHECK(points.mean()->mean == 2);
  CHECK_FALSE(points.mean()->error.has_value());
}
