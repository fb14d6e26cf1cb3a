// The careful bot's evaluation of a position of Mitch or Revolution, by which careful.cpp decides.
#ifndef CAREFUL_HPP
#define CAREFUL_HPP

#include <algorithm>

#include "tribunal_bot.hpp"

namespace careful {

using tribunal::bot::Card;
using tribunal::bot::Cards;
using tribunal::bot::Seat;
using tribunal::bot::Suit;
using tribunal::bot::View;

/// The cards and turns that are still to come, counted once per decision.
struct Outlook {
  explicit Outlook(const View& view);

  /// The turns that a seat still has, on average.
  [[nodiscard]] double turns(const Seat& seat) const {
    return draws + (hands_are_played_out ? static_cast<double>(seat.hand.size()) : 0);
  }
  /// The chance that one unseen card is among `cards` of them.
  [[nodiscard]] double share(double cards) const {
    return std::min(1.0, cards / std::max(1.0, static_cast<double>(unseen.size())));
  }

  Cards unseen;                       ///< cards in the stock or in others' hands, without the aces
  double draws = 0;                   ///< cards that each seat will still draw in this hand, on average
  double ending = 0;                  ///< the chance that the last ace comes before the next turn here
  bool hands_are_played_out = false;  ///< Mitch: after the last ace all players play their hands
};

/// The points of `seat` if the hand ended with the melds of `view`.
[[nodiscard]] int points_now(const View& view, int seat);

/// The expected points of my melds and hand if the hand continues and all play sensibly.
[[nodiscard]] double prospects(const View& view, const Outlook& outlook);

}  // namespace careful

#endif
