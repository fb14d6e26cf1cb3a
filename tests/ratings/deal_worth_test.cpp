#include "ratings/deal_worth.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <random>
#include <vector>

#include <catch2/catch.hpp>

using namespace tribunal;

namespace {

using Side = DealWorthTally::Side;

/// The games of a deal in which each bot of the group sits in every seat once. The first bot has `points` of
/// the game, all others nothing.
void add_rotations(DealWorthTally& tally, std::uint64_t deal, const std::vector<std::size_t>& bots,
                   const std::vector<std::int64_t>& points) {
  for (std::size_t turn = 0; turn < points.size(); ++turn) {
    std::vector<Side> seats;
    for (std::size_t seat = 0; seat < bots.size(); ++seat) {
      const auto at = (seat + turn) % bots.size();
      seats.push_back({bots[at], at == 0 ? points[turn] : 0});
    }
    tally.add(deal, seats);
  }
}

/// 1 or -1 for each of 16 deals: such rows of different patterns, none of them 0, have no correlation.
std::int64_t sign(std::uint64_t deal, std::uint64_t pattern) {
  return std::popcount(deal % 16 & pattern) % 2 == 0 ? 1 : -1;
}

/// Sixteen deals of two groups that share bots 0 and 1. Their difference is `common` that changes sign with
/// the deal in both groups, and `own` that changes sign in each by itself; single seatings are `seat` off.
DealWorthTally known_tally(std::int64_t common, std::int64_t own, std::int64_t seat) {
  DealWorthTally tally{3};
  for (std::uint64_t deal = 0; deal < 16; ++deal) {
    for (const auto third : {std::size_t{2}, std::size_t{3}}) {
      const auto mean = common * sign(deal, 1) + own * sign(deal, third);
      add_rotations(tally, deal, {0, 1, third}, {mean + seat, mean, mean - seat});
    }
  }
  return tally;
}

TEST_CASE("the worth of seatings and the likeness of groups are those that games were made with") {
  const auto [common, own, seat] =
      GENERATE(std::array{1, 1, 3}, std::array{1, 2, 0}, std::array{3, 0, 5}, std::array{0, 2, 4});
  const auto worth = known_tally(common, own, seat).worth().value();
  const double between = (common * common + own * own) * 16.0 / 15;
  CHECK(worth.deals == 16);
  CHECK(worth.seatings.value == Approx(1 + 2.0 / 3 * seat * seat / between));
  // The products of signs at two groups have the mean 0 over deals, but for those that they share.
  CHECK(worth.likeness.value().value == Approx(1.0 * common * common / (common * common + own * own)));
}

TEST_CASE("games that add one number to every seating are worth one game, and to every group one group") {
  const auto worth = known_tally(2, 0, 0).worth().value();
  CHECK(worth.seatings.value == Approx(1));
  CHECK(worth.groups(2).value().value == Approx(1));
  CHECK(worth.games(2).value().value == Approx(1));
}

struct Components {
  double deal = 0;
  double group = 0;
  double game = 0;
};

/// Two groups of three that share a pair; normal effects with these deviations.
DealWorthTally random_tally(const Components& of, int deals, std::mt19937_64& source) {
  std::normal_distribution<double> normal;
  DealWorthTally tally{3};
  for (int deal = 0; deal < deals; ++deal) {
    const auto common = of.deal * normal(source);
    for (const auto third : {std::size_t{2}, std::size_t{3}}) {
      const auto own = common + of.group * normal(source);
      std::vector<std::int64_t> points;
      for (int turn = 0; turn < 3; ++turn) points.push_back(std::lround(own + of.game * normal(source)));
      add_rotations(tally, static_cast<std::uint64_t>(deal), {0, 1, third}, points);
    }
  }
  return tally;
}

TEST_CASE("estimates are right on average, and scatter as their errors say") {
  constexpr Components of{300, 400, 600};
  constexpr int events = 300;
  const auto rotated = of.deal * of.deal + of.group * of.group + of.game * of.game / 3;
  const auto single = of.deal * of.deal + of.group * of.group + of.game * of.game;
  std::mt19937_64 source{5};
  std::vector<Measured> seatings;
  std::vector<Measured> likeness;
  for (int event = 0; event < events; ++event) {
    const auto worth = random_tally(of, 60, source).worth().value();
    seatings.push_back(worth.seatings);
    likeness.push_back(worth.likeness.value());
  }
  const auto check = [](const std::vector<Measured>& all, double truth) {
    double mean = 0;
    double error = 0;
    double squares = 0;
    for (const auto& one : all) mean += one.value / events;
    for (const auto& one : all) error += one.error * one.error / events;
    for (const auto& one : all) squares += (one.value - mean) * (one.value - mean) / (events - 1);
    CHECK(std::abs(mean - truth) <
          0.06 * truth);  // a ratio of estimates has a bias of the order of 1 / deals
    CHECK(std::sqrt(error / squares) > 0.8);
    CHECK(std::sqrt(error / squares) < 1.25);
  };
  check(seatings, single / rotated);
  check(likeness, of.deal * of.deal / rotated);
}

TEST_CASE("nothing is said of fewer than ten whole deals") {
  DealWorthTally tally{2};
  for (std::uint64_t deal = 0; deal < 9; ++deal)
    add_rotations(tally, deal, {0, 1}, {sign(deal, 1) * 3 + 1, sign(deal, 1) * 3 - 1});
  CHECK_FALSE(tally.worth().has_value());
  tally.add(9, std::array{Side{0, 3}, Side{1, 0}});
  CHECK_FALSE(tally.worth().has_value());  // one of its two seatings
  tally.add(9, std::array{Side{0, 3}, Side{1, 0}});
  CHECK_FALSE(tally.worth().has_value());  // the same seating again
  add_rotations(tally, 10, {0, 1}, {-2, -4});
  CHECK(tally.worth().value().deals == 10);
}

TEST_CASE("a deal whose seatings were not all played changes nothing") {
  auto tally = known_tally(1, 1, 3);
  const auto before = tally.worth().value();
  tally.add(17, std::array{Side{0, 100}, Side{1, 0}, Side{2, 0}});
  tally.add(17, std::array{Side{1, 0}, Side{2, 100}, Side{0, 0}});
  tally.add(18, std::array{Side{0, 50}, Side{0, 0}, Side{2, 0}});  // a bot that meets itself
  const auto after = tally.worth().value();
  CHECK(before.seatings.value == after.seatings.value);
  CHECK(before.likeness->value == after.likeness->value);
  CHECK(after.deals == 16);
}

TEST_CASE("nothing is said where no difference scatters") {
  DealWorthTally tally{3};
  for (std::uint64_t deal = 0; deal < 30; ++deal) add_rotations(tally, deal, {0, 1, 2}, {1, 5, 4});
  CHECK_FALSE(tally.worth().has_value());
  add_rotations(tally, 30, {0, 1, 2}, {2, 5, 4});  // and where a single deal decides
  CHECK_FALSE(tally.worth().has_value());
}

TEST_CASE("a deal that some groups of a pair have not played yet does not count where groups are compared") {
  auto tally = known_tally(1, 2, 3);
  const auto before = tally.worth().value();
  add_rotations(tally, 16, {0, 1, 2}, {5, 2, -1});
  const auto after = tally.worth().value();
  CHECK(after.deals == 17);
  CHECK(after.likeness.value().value == Approx(before.likeness.value().value));
}

TEST_CASE("groups that share no deals are not compared") {
  DealWorthTally tally{3};
  for (std::uint64_t deal = 0; deal < 32; ++deal)
    add_rotations(tally, deal, {0, 1, deal < 16 ? 2U : 3U}, {sign(deal, 1) * 2, 1, 3});
  const auto worth = tally.worth().value();
  CHECK(worth.deals == 32);
  CHECK_FALSE(worth.likeness.has_value());
  CHECK(worth.groups(1).value().value == 1);
  CHECK_FALSE(worth.groups(2).has_value());
  CHECK_FALSE(worth.games(2).has_value());
}

TEST_CASE("many groups of a deal are worth no more than the inverse of their likeness") {
  const DealWorth worth{
      .deals = 100, .seatings = {3.4, 0.1}, .likeness = Measured{.value = 0.34, .error = 0.02}};
  CHECK(worth.groups(4).value().value == Approx(1.98).margin(0.005));
  CHECK(worth.groups(4).value().error == Approx(4 / (2.02 * 2.02) * 0.06));
  CHECK(worth.games(4).value().value == Approx(3.4 * 4 / 2.02));
  CHECK(worth.groups(1'000'000).value().value == Approx(1 / 0.34).epsilon(1e-4));
  const DealWorth vague{.deals = 10, .seatings = {3.4, 1}, .likeness = Measured{.value = 0.1, .error = 0.2}};
  CHECK(vague.groups(2).has_value());
  CHECK_FALSE(vague.groups(10).has_value());  // it may be anything
}

}  // namespace
