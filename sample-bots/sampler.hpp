// The sampler's search in the Anarchy games: games that are consistent with its lines, played out at random
// with the referee's own library (docs/library.md). sampler.cpp is the bot around it.
#pragma once

#include <map>
#include <vector>

#include "cards/deal.hpp"
#include "games/anarchy/rules.hpp"
#include "games/core/game.hpp"
#include "games/core/rules.hpp"

namespace sampler {

/// A seat that is asked, in its own game or in an imagined one.
struct Question {
  const tribunal::Game& position;
  tribunal::Seat me = 0;
  int cards = 0;          ///< number of cards in my hand
  bool is_snark = false;  ///< whether tricks are taken into hand
};

/// Mean points by bid.
using BidPoints = std::map<tribunal::Bid, double>;

/// Mean points of the hand after each legal action, in their order, in that many imagined games. A hand of
/// Snark is played for six tricks; if it is not over then, each remaining card counts a point, as at its end.
[[nodiscard]] std::vector<double> points_of(const Question& question, int worlds, tribunal::Stream& chance);

/// Mean points of each bid with a random hand of `cards` cards.
[[nodiscard]] BidPoints usual_points(const tribunal::Rules& rules, int cards, tribunal::Stream& chance);

/// The gift of the least useful cards under the bid that promises most above its usual points.
[[nodiscard]] tribunal::Action best_gift(const Question& question, const BidPoints& usual, int worlds,
                                         tribunal::Stream& chance);

}  // namespace sampler
