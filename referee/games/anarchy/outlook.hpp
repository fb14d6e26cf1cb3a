#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "cards/card.hpp"
#include "games/anarchy/rules.hpp"
#include "games/anarchy/scoring.hpp"
#include "games/anarchy/tricks.hpp"
#include "games/core/hand.hpp"

namespace tribunal {

// Estimates for the games with bids: all cards that a seat has not seen are equally likely to be shown by
// each of the other places in a trick. They ignore the bomb of another place.

/// Numbers by `Suit`.
using SuitWorths = std::array<float, suit_count>;

/// The points that a seat expects from one more card among its takings: by its suit, and by its rank.
struct CardWorths {
  SuitWorths suits{};
  std::array<float, 13> ranks{};  ///< index: rank, from the twos

  [[nodiscard]] float of(Card card) const {
    return suits[static_cast<std::size_t>(card.suit())] + ranks[static_cast<std::size_t>(card.rank()) - 2];
  }
};

/// The prospects of a card in a trick.
struct TrickChances {
  float takes_suit = 0;   ///< the chance to be the highest of several of its suit
  float lower = 0;        ///< the mean number of lower cards of its suit that it takes
  float takes_alone = 0;  ///< the chance to be alone in its suit, and to be taken by its own player
  float singletons = 0;   ///< the mean number of cards that it takes because they are alone in their suits

  [[nodiscard]] float takes() const { return takes_suit + takes_alone; }
  /// The mean number of cards that it captures.
  [[nodiscard]] float cards() const { return takes() + lower + singletons; }
};

/// Cards in hands and piles, counted: up to two of each face.
class Faces {
 public:
  constexpr void add(const Hand& hand) {
    twice_ |= (once_ & hand.faces()) | hand.pairs();
    once_ |= hand.faces();
  }
  constexpr void add(Card card) { ((once_ & face(card)) == 0 ? once_ : twice_) |= face(card); }
  [[nodiscard]] constexpr FaceSet once() const { return once_; }
  [[nodiscard]] constexpr FaceSet twice() const { return twice_; }

 private:
  FaceSet once_ = 0;
  FaceSet twice_ = 0;
};

/// The cards that a seat has not seen, and the number of other places in a trick.
class TrickOutlook {
 public:
  TrickOutlook(const AnarchyRules& rules, const Faces& unseen);

  /// The number of unseen cards of a suit, and of a rank.
  [[nodiscard]] int count(Suit suit) const { return below_[static_cast<std::size_t>(suit)].back(); }
  [[nodiscard]] int count(Rank rank) const;
  /// The numbers of cards of the suit that lose to this card, beat it, and are equal to it.
  [[nodiscard]] int lower(Card card, RankOrder order = RankOrder::usual) const {
    return lower(static_cast<std::size_t>(card.suit()), card.rank(), order);
  }

  /// The prospects of a card other than the joker.
  [[nodiscard]] TrickChances chances_of(Card card, RankOrder order = RankOrder::usual) const;
  /// The expected points in the trick of a card with these prospects.
  [[nodiscard]] static float points_of(Card card, const TrickChances& chances, const CardWorths& worths);
  /// The expected number of cards, by suit, that a hand takes in all its tricks.
  [[nodiscard]] SuitWorths promise_of(const Hand& hand) const;

 private:
  [[nodiscard]] int lower(std::size_t suit, Rank rank, RankOrder order) const {
    const auto& below = below_[suit];
    const auto place = static_cast<std::size_t>(rank) - 2;
    return order == RankOrder::usual ? below[place] : below.back() - below[place + 1];
  }

  std::array<std::array<std::uint8_t, 14>, suit_count>
      below_{};    ///< number of cards below each rank of a suit
  float all_ = 1;  ///< unseen cards, at least 1
  int others_;
  bool singletons_fight_;
};

/// The chances that 0, 1, 2 or 3 of this number of cards of three suits are alone in their suits; for 2 to 6
/// cards.
[[nodiscard]] const std::array<float, 4>& singletons_among(int cards);

/// The worth of one more card of each suit under a bid, with these takings and `left` tricks to come.
[[nodiscard]] SuitWorths bid_worths(const AnarchyRules& rules, Bid bid, const Takings& takings, int left);

/// The points, without bonuses, of expected takings under a bid.
[[nodiscard]] float bid_promise(const AnarchyRules& rules, Bid bid, const SuitWorths& taken);

/// The expected points of a bid; if each bid is made once, the excess over its usual points.
[[nodiscard]] float bid_value(const AnarchyRules& rules, Bid bid, const SuitWorths& taken);

/// The names of the features of an action in the Anarchy games. Some are scaled by the share of the hand that
/// is left, because the weights of a model are the same throughout a hand.
inline constexpr std::array<std::string_view, 17> anarchy_feature_names{
    "value",
    "value, early in the hand",
    "points expected of the bid",
    "bid of a suit",
    "bid of few cards",
    "mean rank of the gift",
    "suits that the gift empties",
    "rank",
    "rank, early in the hand",
    "joker",
    "chance to take the card",
    "chance to take the card, early in the hand",
    "cards expected in the trick",
    "points expected in the trick",
    "worth of the suit to the seat",
    "worth of the suit to others",
    "other cards of the suit in hand",
};

/// Scales that bring features to the order of 1.
inline constexpr float anarchy_rank_scale = 14;
inline constexpr float anarchy_points_scale = 10;

}  // namespace tribunal
