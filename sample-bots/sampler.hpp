// The sampler's search in the Anarchy games: games that it cannot tell from its own, played on at random with
// the referee's own library (docs/library.md). sampler.cpp is the bot around it.
#pragma once

#include <map>
#include <vector>

#include "cards/deal.hpp"
#include "games/anarchy/rules.hpp"
#include "games/core/game.hpp"
#include "games/core/rules.hpp"

namespace sampler {

/// A seat that is asked, in its game or in one that it cannot tell from it.
struct Question {
  const tribunal::Game& position;
  tribunal::Seat me = 0;
  int cards = 0;          ///< that I hold
  bool is_snark = false;  ///< tricks are taken into hand
};

/// Mean points by bid.
using BidPoints = std::map<tribunal::Bid, double>;

/// Mean points of the hand after each legal action, in their order, in that many imagined games. A hand of
/// Snark is played for six tricks; if it is not over, each card left counts a point, as at its end.
[[nodiscard]] std::vector<double> points_of(const Question& question, int worlds, tribunal::Stream& chance);

/// Mean points of each bid with a hand of `cards` cards as it is usually dealt.
[[nodiscard]] BidPoints usual_points(const tribunal::Rules& rules, int cards, tribunal::Stream& chance);

/// The gift of the cards that are missed least under the bid that promises most above its usual points.
[[nodiscard]] tribunal::Action best_gift(const Question& question, const BidPoints& usual, int worlds,
                                         tribunal::Stream& chance);

}  // namespace sampler
