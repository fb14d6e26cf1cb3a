// The choice of bids in Organised Chaos, where a seat makes each bid once: a bid brings points in this hand,
// and leaves the other bids for the hands to come.
#ifndef THINKER_BIDS_HPP
#define THINKER_BIDS_HPP

#include <vector>

#include "cards/deal.hpp"
#include "games/core/action.hpp"
#include "games/core/game.hpp"
#include "games/core/rules.hpp"

namespace thinker {

/// The points to expect of the bids that a seat has left.
class BidPlan {
 public:
  /// Deals hands of a game of Organised Chaos, to learn how many points its bids promise.
  BidPlan(const tribunal::Rules& rules, tribunal::Stream& chance);

  /// The points that the other bids bring once this one is made. `bids`: all that the seat has left.
  [[nodiscard]] double later(const tribunal::ActionList& bids, const tribunal::Action& made) const;
  /// The points that all bids bring, for a seat that is asked for one of them: in this hand what its cards
  /// promise for the bid that is best in the long run, and then those of the others.
  [[nodiscard]] double promise(const tribunal::Game& position, tribunal::Seat seat) const;

 private:
  /// The mean points of each set of bids in as many hands, if each hand makes the bid that is best in the
  /// long run: an optimal policy by backward induction (Bellman, Dynamic Programming, 1957, chapter 3).
  std::vector<double> worths_;
};

}  // namespace thinker

#endif
