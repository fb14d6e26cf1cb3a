#pragma once

#include <span>
#include <string_view>

#include "games/core/event.hpp"
#include "games/core/position.hpp"
#include "games/core/rules.hpp"

namespace tribunal {

/// An event that the rest of a hand can bring, in words that address the seat as `you`.
struct Fact {
  /// A clause with one `{}` for the share of games or the mean number: `you win clubs in {} of the games`.
  std::string_view clause;
  /// The clause for another action after the first: `in {}`.
  std::string_view again = "in {}";
  bool is_share = true;  ///< true: it happens or not; false: it is a number
  /// Whether it is little more than the score in other words, so that it is a reason only if there is no
  /// other.
  bool is_outcome = false;
};

/// The facts of a game, and the function that reads them from the rest of a hand.
struct FactReader {
  std::span<const Fact> facts;  ///< empty if the game's family has none
  /// Sets a value for each fact (0 or 1 for a share) from the position before a decision and the events from
  /// there to the end of the hand. All values must be 0 before.
  void (*read)(const Rules& rules, const Position& before, Seat seat, std::span<const Event> events,
               std::span<double> values) = nullptr;
};

/// The reader for a game of the catalogue.
[[nodiscard]] FactReader fact_reader_of(const Rules& rules);

}  // namespace tribunal
