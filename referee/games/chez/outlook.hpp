#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "games/chez/state.hpp"
#include "games/core/action.hpp"

namespace tribunal {

/// A hand of Chez, counted by ranks.
struct ChezCounts {
  std::array<std::int8_t, 14> ranks{};  ///< index: `ChezRank`
  int size = 0;

  explicit ChezCounts(const ChezCards& cards);
  [[nodiscard]] ChezCounts without(const Action& action) const;
  [[nodiscard]] int of(ChezRank rank) const { return ranks[rank]; }
  /// True if there is a card of each rank from `first` to `last`.
  [[nodiscard]] bool has_run(ChezRank first, ChezRank last) const;
};

/// The asked seat's knowledge of the table of Chez, and estimates in turns: the cost of a hand, the harm to
/// others. They are those of the sample bot `shedder`.
class ChezOutlook {
 public:
  explicit ChezOutlook(const ChezState& state);

  [[nodiscard]] const ChezCounts& hand() const { return hand_; }
  [[nodiscard]] int others() const { return others_; }

  /// The turns to shed a card of the hand.
  [[nodiscard]] float price(ChezRank rank, const ChezCounts& hand) const;
  /// The turns to shed the hand.
  [[nodiscard]] float cost(const ChezCounts& hand) const;
  /// The share of the possible top cards on which the hand has a card to play.
  [[nodiscard]] static float reach(const ChezCounts& hand);
  /// The worth of making the next seat follow this card.
  [[nodiscard]] float blocks(Card top) const;
  /// The worth if another seat picks up cards.
  [[nodiscard]] float harm(float cards, Seat seat) const;
  /// The worth of giving the dearest card away.
  [[nodiscard]] float swap_gain(const ChezCounts& hand) const;
  /// The worth of the pending effect.
  [[nodiscard]] float wish() const;

 private:
  const ChezState& state_;
  Seat seat_;
  ChezCounts hand_;
  int others_;
};

/// Values the actions of the asked seat by the turns that they save on the way to an empty hand: the unit is
/// a turn, not a place, which is the game's score. The values depend only on that seat's knowledge.
void value_chez_actions(const ChezRules& rules, const ChezState& state, const ActionList& actions,
                        ActionValues& values);

/// The names of the features of an action of Chez.
inline constexpr std::array<std::string_view, 22> chez_feature_names{
    "value",
    "cards laid",
    "empties the hand",
    "turns that it saves",
    "rank of the first card",
    "six",
    "jack",
    "queen",
    "king",
    "joker",
    "ace",
    "red card on top",
    "worth of the next seat's following",
    "castle",
    "court",
    "pair of king and queen",
    "revolution",
    "betting man",
    "nope",
    "pass",
    "cards of the seat that it names",
    "names the next seat",
};

/// Describes the actions of the asked seat.
void describe_chez_actions(const ChezRules& rules, const ChezState& state, const ActionList& actions,
                           std::vector<float>& features);

}  // namespace tribunal
