#include "thinker_bids.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>

#include "games/anarchy/family.hpp"
#include "games/anarchy/rules.hpp"
#include "games/core/rollout.hpp"

namespace thinker {

using namespace tribunal;

namespace {

constexpr std::size_t hands_dealt = 200;

/// A set of bids, with a bit for each `Bid`.
using Bids = std::size_t;
constexpr Bids all_sets = Bids{1} << bid_names.size();

constexpr Bids bit(Bid bid) { return Bids{1} << static_cast<unsigned>(bid); }

/// The points of a bid with a hand of usual promise: means of 1500 hands each with three and four players
/// that were played out by the model of sampler. With five players all are higher by about the same.
double usual_points(Bid bid) {
  switch (bid) {
    case Bid::best:
      return 21.1;
    case Bid::overs:
      return 12.6;
    case Bid::unders:
      return 13.1;
    default:
      return 17.7;
  }
}

/// The points that the cards of a hand promise, by `Bid`.
using Promises = std::array<double, bid_names.size()>;

Promises promises_of(const Game& position, Seat seat, const ActionList& bids, ActionValues& values) {
  Promises promises{};
  position.value_actions(seat, bids, values);  // these values are relative to the usual points of each bid
  for (std::size_t i = 0; i < bids.size(); ++i) {
    const auto bid = bid_of(bids[i]);
    promises[static_cast<std::size_t>(bid)] = usual_points(bid) + static_cast<double>(values[i]);
  }
  return promises;
}

Bids set_of(const ActionList& bids) {
  Bids set = 0;
  for (const auto& bid : bids) set |= bit(bid_of(bid));
  return set;
}

/// The most points of this hand and the later ones.
double best_of(const Promises& promises, Bids left, const std::vector<double>& worths) {
  double most = -1e9;
  for (std::size_t i = 0; i < promises.size(); ++i) {
    const auto made = Bids{1} << i;
    if ((left & made) != 0) most = std::max(most, promises[i] + worths[left & ~made]);
  }
  return most;
}

}  // namespace

BidPlan::BidPlan(const Rules& rules, Stream& chance) : worths_(all_sets) {
  std::vector<Promises> hands;
  Rollout rollout;
  ActionList bids;
  ActionValues values;
  Bids all = 0;
  auto muted = EventLog::muted();
  while (hands.size() < hands_dealt) {
    const auto game = rules.deal(std::make_shared<const FastDeal>(chance.next_word()));
    game->begin(muted);
    rollout.step(*game, chance);  // gifts
    for (const Seat seat : game->wanted()) {
      game->legal_actions(seat, bids);
      all = set_of(bids);
      hands.push_back(promises_of(*game, seat, bids, values));
    }
  }
  for (Bids left = 1; left < all_sets; ++left) {
    if ((left & ~all) != 0) continue;
    double sum = 0;
    for (const auto& promises : hands) sum += best_of(promises, left, worths_);
    worths_[left] = sum / static_cast<double>(hands.size());
  }
}

double BidPlan::later(const ActionList& bids, const Action& made) const {
  return worths_[set_of(bids) & ~bit(bid_of(made))];
}

double BidPlan::promise(const Game& position, Seat seat) const {
  ActionList bids;
  ActionValues values;
  position.legal_actions(seat, bids);
  return best_of(promises_of(position, seat, bids, values), set_of(bids), worths_);
}

}  // namespace thinker
