#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "games/chez/cards.hpp"

namespace tribunal {

/// A number of dice, and their number of sides.
struct ChezDice {
  int count = 1;
  int sides = 4;
  [[nodiscard]] constexpr int highest() const { return count * sides; }
  constexpr bool operator==(const ChezDice&) const = default;
};

/// The dice law: each upgrade is one step; d4 d6 d8 d10 d12 d20 2d10 2d12 2d20 3d10 ...
[[nodiscard]] constexpr ChezDice dice_at(int rung) {
  constexpr std::array<int, 3> small{4, 6, 8};
  constexpr std::array<int, 3> large{10, 12, 20};
  if (rung < 3) return {1, small[static_cast<std::size_t>(rung)]};
  return {rung / 3, large[static_cast<std::size_t>(rung % 3)]};
}

/// The dice for `cards` sixes played together.
[[nodiscard]] constexpr ChezDice six_dice(int cards) { return dice_at(cards); }
/// The dice for `cards` jacks played together, with or without one of the court.
[[nodiscard]] constexpr ChezDice jack_dice(int cards, bool of_court) {
  return dice_at(cards - 1 + (of_court ? 1 : 0));
}
/// The dice for `cards` jokers played together.
[[nodiscard]] constexpr ChezDice joker_dice(int cards) { return dice_at(cards + 2); }
/// The dice for a set of `cards` cards, or pairs: 2 or more.
[[nodiscard]] constexpr ChezDice set_dice(int cards) { return dice_at(cards + 1); }

/// The number of cards that the player of a set must pick up after its roll.
[[nodiscard]] constexpr int set_pick_up(int rolled) { return std::max(0, 6 - rolled); }

}  // namespace tribunal
