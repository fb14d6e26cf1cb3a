#pragma once

#include <cstdint>

#include "games/seat.hpp"
#include "record/limits.hpp"
#include "tournament/game_result.hpp"

namespace tribunal {

/// The seats that forfeited a game, and what standings count for it.
///
/// The record of a game gives a forfeited seat no more points than the lowest of those who played it through.
/// That lowest score may still be a good one, and where all forfeited there is none: over many games a bot
/// that never plays would stand above one that plays and loses. In standings a forfeit therefore counts as
/// the least that the rules allow. Nobody gains points by a fault, whatever the game would have come to.
struct Forfeit {
  SeatSet seats;
  std::int32_t points = 0;  ///< of each of them
};

/// By the faults of the game's seats, as `forfeited` finds them in a record. `least`: the fewest points that
/// a seat can have by the rules.
[[nodiscard]] Forfeit forfeit_of(const GameResult& result, FaultPolicy policy, std::int32_t least);

}  // namespace tribunal
