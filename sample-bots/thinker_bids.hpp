// The choice of bids in Organised Chaos, where a seat makes each bid once: a bid brings points in this hand,
// and leaves the other bids for later hands.
#ifndef THINKER_BIDS_HPP
#define THINKER_BIDS_HPP

#include <vector>

#include "cards/deal.hpp"
#include "games/core/action.hpp"
#include "games/core/game.hpp"
#include "games/core/rules.hpp"

namespace thinker {

/// The expected points of a seat's remaining bids.
class BidPlan {
 public:
  /// Deals hands of a game of Organised Chaos, to estimate the points of its bids.
  BidPlan(const tribunal::Rules& rules, tribunal::Stream& chance);

  /// The expected points of the other bids after this one. `bids`: all remaining bids of the seat.
  [[nodiscard]] double later(const tribunal::ActionList& bids, const tribunal::Action& made) const;
  /// The expected points of all remaining bids, for a seat that is asked for one of them: those of this hand
  /// with the bid that is best in the long run, and then those of the others.
  [[nodiscard]] double promise(const tribunal::Game& position, tribunal::Seat seat) const;

 private:
  /// The mean points of each set of bids in as many hands, if the seat makes the bid in each hand that is
  /// best in the long run: an optimal policy by backward induction (Bellman, Dynamic Programming, 1957,
  /// chapter 3).
  std::vector<double> worths_;
};

}  // namespace thinker

#endif
