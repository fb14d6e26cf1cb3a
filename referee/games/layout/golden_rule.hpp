#pragma once

#include <bit>
#include <cstdint>

#include "cards/card.hpp"
#include "games/core/hand.hpp"

namespace tribunal {

/// A set of ranks 2 .. K as bits: the two is bit 0, the king bit 11.
using RankSet = std::uint16_t;

inline constexpr int meld_ranks = 12;

/// The cards of one suit in front of one seat. A meld never holds a rank twice, and its direction determines
/// the order in which its cards were played, so the set of ranks is sufficient (the Mob's meld does not need
/// an order).
struct Meld {
  RankSet ranks = 0;
  bool ascending = false;  ///< meaningful from two cards on, and only under `high_low`

  [[nodiscard]] constexpr int size() const { return std::popcount(ranks); }
};

/// The melds of one seat and the cards that may still join them by the Golden Rule of Play: cards below all
/// cards of their meld or, under `high_low`, further in the meld's direction.
class Tableau {
 public:
  [[nodiscard]] constexpr Meld meld(Suit suit) const {
    return {static_cast<RankSet>(played_ >> low_bit(suit) & all_ranks),
            (ascending_ >> static_cast<unsigned>(suit) & 1U) != 0};
  }
  /// All cards of the melds.
  [[nodiscard]] constexpr FaceSet played() const { return played_; }
  /// The faces that may be played.
  [[nodiscard]] constexpr FaceSet playable() const { return playable_; }
  [[nodiscard]] constexpr bool may_play(Card card) const { return (playable_ & face(card)) != 0; }

  /// Plays a card below all cards of its meld.
  constexpr void play_down(Card card) {
    played_ |= face(card);
    playable_ &= ~from(card);
  }
  /// Plays a card that the High/Low rule allows: the second card of a meld determines its direction.
  constexpr void play_high_low(Card card) {
    const auto before = meld(card.suit()).ranks;
    played_ |= face(card);
    if (before == 0) {
      playable_ &= ~face(card);
    } else if (before >> rank_bit(card) != 0) {  // there is a higher card, so the meld descends
      playable_ &= ~from(card);
    } else {
      ascending_ = static_cast<std::uint8_t>(ascending_ | 1U << static_cast<unsigned>(card.suit()));
      playable_ &= ~(from(Card{Rank::two, card.suit()}) ^ from(card)) & ~face(card);
    }
  }
  /// Plays any card, for the Mob.
  constexpr void play_freely(Card card) { played_ |= face(card); }

 private:
  static constexpr FaceSet all_ranks = (FaceSet{1} << meld_ranks) - 1;
  static constexpr FaceSet all_playable = all_ranks | all_ranks << 13U | all_ranks << 26U | all_ranks << 39U;

  static constexpr unsigned low_bit(Suit suit) { return static_cast<unsigned>(suit) * 13U; }
  static constexpr unsigned rank_bit(Card card) { return static_cast<unsigned>(card.rank()) - 2U; }
  /// The card and all higher ones of its suit.
  static constexpr FaceSet from(Card card) {
    return (all_ranks >> rank_bit(card) << rank_bit(card)) << low_bit(card.suit());
  }

  FaceSet played_ = 0;
  FaceSet playable_ = all_playable;
  std::uint8_t ascending_ = 0;  // a bit per suit
};

}  // namespace tribunal
