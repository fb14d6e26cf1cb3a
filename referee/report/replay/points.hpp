#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "games/core/event.hpp"
#include "games/core/game.hpp"

namespace tribunal {

/// A part of the points of a hand, for example 5 for `clubs`.
struct PointsPart {
  std::string what;
  std::int32_t points = 0;
};

/// The parts of a seat's points, or chips, in a hand. `parts` add up to `points`.
struct SeatPoints {
  std::size_t event = 0;  ///< index of the event that shows them; the number of events for the result
  int hand = 0;           ///< number of the hand; 0 in games without hands
  Seat seat = 0;
  bool in_chips = false;
  std::int32_t points = 0;
  std::int32_t total = 0;  ///< total in the game so far
  std::vector<PointsPart> parts{};
};

/// All points of a game by its events: suits won, bonuses and chips, and then the rest, named after the rules
/// of `game`. Games whose events show no points have those of `outcome`.
[[nodiscard]] std::vector<SeatPoints> points_of(std::string_view game, std::span<const Event> events,
                                                const Outcome& outcome);

}  // namespace tribunal
