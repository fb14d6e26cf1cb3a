// The plan by which thinker chooses its bids in Organised Chaos, where it makes each bid once.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <catch2/catch.hpp>

#include "games/anarchy/family.hpp"
#include "games/catalogue.hpp"
#include "games/core/rollout.hpp"
#include "support/random_play.hpp"
#include "support/repetitions.hpp"
#include "thinker_bids.hpp"
#include "thinker_models.hpp"

using namespace tribunal;

namespace {

/// Rules for each number of players, with the options that change the worth of bids.
Rules rules_for(int players) {
  OptionTexts options;
  if (players == 3) options["dummy_passes"] = "on";
  if (players == 5) options["count_from"] = "13";
  return make_rules("organised-chaos", players, options).value();
}

thinker::BidPlan plan_for(const Rules& rules) {
  auto chance = FastDeal{1}.stream("bids");
  return {rules, chance};
}

/// A hand that a seat is asked to bid for, and all bids.
struct HandToBid {
  std::unique_ptr<Game> game;
  ActionList bids;
};

HandToBid hand_to_bid(const Rules& rules, std::uint64_t number) {
  HandToBid hand{.game = rules.deal(testing::numbered_deal(number)), .bids = {}};
  auto muted = EventLog::muted();
  auto chance = FastDeal{number}.stream("gifts");
  hand.game->begin(muted);
  Rollout{}.step(*hand.game, chance);
  hand.game->legal_actions(0, hand.bids);
  return hand;
}

/// The sum of the values of ten bids, in ten hands: in each hand the best bid by its value there and by the
/// plan for the others, if there is one.
double values_of_bids(const Rules& rules, std::uint64_t number, const thinker::BidPlan* plan) {
  constexpr std::uint64_t hands = 10;
  ActionList left;
  ActionValues values;
  double sum = 0;
  for (std::uint64_t i = 0; i < hands; ++i) {
    const auto hand = hand_to_bid(rules, number * hands + i);
    if (i == 0) left = hand.bids;
    hand.game->value_actions(0, left, values);
    std::vector<double> worths(values.begin(), values.end());
    for (std::size_t bid = 0; plan != nullptr && bid < left.size(); ++bid)
      worths[bid] += plan->later(left, left[bid]);
    const auto best = std::ranges::max_element(worths) - worths.begin();
    sum += static_cast<double>(values[static_cast<std::size_t>(best)]);
    left.erase(left.begin() + best);
  }
  return sum;
}

/// The points that the plan expects of one bid alone.
double worth_of(const thinker::BidPlan& plan, const Action& bid, const ActionList& all) {
  const auto& other = all.front() == bid ? all.back() : all.front();
  return plan.later({bid, other}, other);
}

}  // namespace

TEST_CASE("Bids by a plan bring more than the best of each hand") {
  const auto rules = rules_for(GENERATE(3, 4, 5));
  const auto plan = plan_for(rules);
  const int games = testing::repetitions(3000);
  double more = 0;
  for (int i = 0; i < games; ++i) {
    const auto number = static_cast<std::uint64_t>(i);
    more += values_of_bids(rules, number, &plan) - values_of_bids(rules, number, nullptr);
  }
  CAPTURE(rules.players(), games, more / games);
  CHECK(more > games);  // a point a game
}

TEST_CASE("A plan expects at least as much of bids as of each of them alone, and of the best in this hand") {
  const auto rules = rules_for(GENERATE(3, 4, 5));
  const auto plan = plan_for(rules);
  const auto hand = hand_to_bid(rules, 1);
  double alone = 0;
  ActionList left;
  for (const auto& bid : hand.bids) {
    left.push_back(bid);
    alone += worth_of(plan, bid, hand.bids);
    if (left.size() == hand.bids.size()) break;
    auto and_another = left;
    and_another.push_back(hand.bids[left.size()]);
    CHECK(plan.later(and_another, and_another.back()) > alone - 1e-6);
  }
  ActionValues values;
  hand.game->value_actions(0, hand.bids, values);
  for (std::size_t i = 0; i < hand.bids.size(); ++i) {
    // The values of two bids differ from their points by what the bids usually bring, which is 12 to 22
    // points.
    const auto at_most = plan.promise(*hand.game, 0) - plan.later(hand.bids, hand.bids[i]);
    CHECK(static_cast<double>(values[i]) + 12 <= at_most);
  }
}

namespace {

/// The points of seat 0 for a bid, in a hand that all play by the model.
double points_of(const Game& hand, const Action& bid, Rollout& rollout, Stream& chance) {
  const auto game = hand.clone();
  rollout.step(*game, 0, bid, chance);
  while (game->chance_so_far().hands == hand.chance_so_far().hands) rollout.step(*game, chance);
  return game->outcome().scores[0];
}

}  // namespace

TEST_CASE("A plan expects of a single bid what hands bring for it on average") {
  const auto rules = rules_for(GENERATE(3, 4));
  const auto plan = plan_for(rules);
  const int hands = testing::repetitions(4000);
  auto chance = FastDeal{2}.stream("cards");
  Rollout rollout;
  for (const Seat seat : SeatSet::first(rules.players()))
    rollout.play_by(seat, thinker::model_in("organised-chaos"));
  const auto all = hand_to_bid(rules, 0).bids;
  std::vector<double> points(all.size());
  for (int i = 0; i < hands; ++i) {
    const auto hand = hand_to_bid(rules, static_cast<std::uint64_t>(i));
    for (std::size_t bid = 0; bid < all.size(); ++bid)
      points[bid] += points_of(*hand.game, all[bid], rollout, chance) / hands;
  }
  for (std::size_t bid = 0; bid < all.size(); ++bid) {
    CAPTURE(rules.players(), all[bid].text());
    const auto error = 20 / std::sqrt(hands);  // a hand's points scatter by up to 20
    CHECK(worth_of(plan, all[bid], all) == Approx(points[bid]).margin(2 + 2 * error));
  }
}
