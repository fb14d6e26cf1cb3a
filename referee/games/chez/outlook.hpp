#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "games/chez/state.hpp"
#include "games/core/action.hpp"

namespace tribunal {

/// A hand of Chez, counted by ranks.
struct ChezCounts {
  std::array<std::int8_t, 14> ranks{};  ///< by `ChezRank`
  int size = 0;

  explicit ChezCounts(const ChezCards& cards);
  [[nodiscard]] ChezCounts without(const Action& action) const;
  [[nodiscard]] int of(ChezRank rank) const { return ranks[rank]; }
  /// True if there is a card of each rank from `first` to `last`.
  [[nodiscard]] bool has_run(ChezRank first, ChezRank last) const;
};

/// The table of Chez as the seat that is asked knows it, and estimates in turns: the cost of a hand, the harm
/// that others take. They are those of the sample bot `shedder`.
class ChezOutlook {
 public:
  explicit ChezOutlook(const ChezState& state);

  [[nodiscard]] const ChezCounts& hand() const { return hand_; }
  [[nodiscard]] int others() const { return others_; }

  /// The turns that it takes to be rid of a card of the hand.
  [[nodiscard]] float price(ChezRank rank, const ChezCounts& hand) const;
  /// The turns that it takes to be rid of the hand.
  [[nodiscard]] float cost(const ChezCounts& hand) const;
  /// The share of the cards that may lie on top on which the hand has something to play.
  [[nodiscard]] static float reach(const ChezCounts& hand);
  /// The worth of making the next seat follow this card.
  [[nodiscard]] float blocks(Card top) const;
  /// The worth of another seat's picking up cards.
  [[nodiscard]] float harm(float cards, Seat seat) const;
  /// The worth of giving the dearest card away.
  [[nodiscard]] float swap_gain(const ChezCounts& hand) const;
  /// The worth of the pending effect taking place.
  [[nodiscard]] float wish() const;

 private:
  const ChezState& state_;
  Seat seat_;
  ChezCounts hand_;
  int others_;
};

}  // namespace tribunal
