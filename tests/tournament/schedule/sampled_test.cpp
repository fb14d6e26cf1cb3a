#include "tournament/schedule/formats/sampled.hpp"

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "tournament/schedule/pairing/grouping.hpp"
#include "tournament/season.hpp"

using namespace tribunal;

namespace {

/// The deals played so far, group by group.
class DealsPlayed {
 public:
  explicit DealsPlayed(int bots) : met_{bots}, deals_(static_cast<std::size_t>(bots)) {}

  void add(const std::vector<int>& group) {
    met_.count(group);
    for (const int bot : group) ++deals_[static_cast<std::size_t>(bot)];
  }
  /// The largest difference between the numbers of deals of two bots.
  [[nodiscard]] int lead() const {
    const auto [least, most] = std::ranges::minmax(deals_);
    return most - least;
  }
  /// The largest difference between the numbers of meetings of two pairs of bots.
  [[nodiscard]] std::int64_t spread() const {
    auto least = met_.at(0, 1);
    auto most = least;
    for (int a = 0; a < met_.bots(); ++a) {
      for (int b = 0; b < a; ++b) {
        least = std::min(least, met_.at(a, b));
        most = std::max(most, met_.at(a, b));
      }
    }
    return most - least;
  }

 private:
  PairTable met_;
  std::vector<int> deals_;
};

bool is_a_group(std::vector<int> group, const Shape& shape) {
  std::ranges::sort(group);
  return group.size() == static_cast<std::size_t>(shape.seats) && group.front() >= 0 &&
         group.back() < shape.bots && std::ranges::adjacent_find(group) == group.end();
}

}  // namespace

TEST_CASE(
    "sampled: all bots play equally many deals but one at any moment, and all pairs meet nearly as often") {
  const int seats = GENERATE(range(2, 7));
  for (int bots = seats; bots <= 60; ++bots) {
    const Shape shape{
        .bots = bots, .seats = seats, .deals = bots < 20 ? 1100U : 200U, .format = &formats::sampled()};
    const auto groups = sampled_groups(shape);
    REQUIRE(groups.a_deal == static_cast<std::uint64_t>(bots / seats));
    DealsPlayed played{bots};
    CAPTURE(bots, seats);
    int worst_lead = 0;
    std::int64_t worst_spread = 0;
    for (std::uint64_t deal = 0; deal < std::min(shape.deals, sampled_period(bots, seats)); ++deal) {
      for (std::uint64_t i = 0; i < groups.a_deal; ++i) {
        const auto group = groups.group(deal, i);
        REQUIRE(is_a_group(group, shape));
        played.add(group);
        worst_lead = std::max(worst_lead, played.lead());
        if (seats == 2) worst_spread = std::max(worst_spread, played.spread());
      }
      worst_spread = std::max(worst_spread, played.spread());
    }
    CHECK(worst_lead <= 1);
    CHECK(worst_spread <= (seats == 2 ? 1 : seats + 1));
  }
}

TEST_CASE(
    "sampled: when the groups come again, all bots still play equally many deals, and no pair falls behind") {
  for (const int seats : {2, 3, 5}) {
    for (const int bots : {7, 9, 11}) {
      const auto period = sampled_period(bots, seats);
      const Shape shape{.bots = bots, .seats = seats, .deals = 5 * period, .format = &formats::sampled()};
      const auto groups = sampled_groups(shape);
      DealsPlayed played{bots};
      for (std::uint64_t deal = 0; deal < shape.deals; ++deal) {
        for (std::uint64_t i = 0; i < groups.a_deal; ++i) {
          played.add(groups.group(deal, i));
          REQUIRE(played.lead() <= 1);
        }
        const auto apart = static_cast<std::int64_t>(seats == 2 ? 1 : seats + 1);
        REQUIRE(played.spread() <= apart * static_cast<std::int64_t>(1 + deal / period));
      }
    }
  }
}

TEST_CASE("sampled: more deals extend a schedule of fewer, and every deal is played from every seat") {
  CHECK(rc::check("prefixes", [] {
    Shape shape{.format = &formats::sampled()};
    shape.seats = *rc::gen::inRange(2, 7);
    shape.bots = shape.seats + *rc::gen::inRange(0, 20);
    shape.deals = static_cast<std::uint64_t>(*rc::gen::inRange(1, 30));
    shape.games = *rc::gen::inRange(1, 3);
    const auto few = Schedule::make(shape).value();
    shape.deals += static_cast<std::uint64_t>(*rc::gen::inRange(1, 30));
    const auto many = Schedule::make(shape).value();
    std::vector<std::vector<int>> sat(static_cast<std::size_t>(shape.bots),
                                      std::vector<int>(static_cast<std::size_t>(shape.seats)));
    for (std::uint64_t index = 0; index < few.size(); ++index) {
      const auto game = few.game(index);
      RC_ASSERT(game == many.game(index));
      for (std::size_t seat = 0; seat < game.seating.size(); ++seat)
        ++sat[static_cast<std::size_t>(game.seating[seat])][seat];
    }
    for (const auto& seats : sat) {
      for (const int times : seats) {
        RC_ASSERT(times == seats.front());
      }
    }
  }));
}

TEST_CASE("sampled: a game of a huge schedule is found without walking there") {
  const auto schedule =
      Schedule::make({.bots = 40, .seats = 6, .deals = 1'000'000'000, .format = &formats::sampled()}).value();
  const auto last = schedule.game(schedule.size() - 1);
  CHECK(last.deal == 999'999'999);
  CHECK(schedule.size() == 36'000'000'000);
}
