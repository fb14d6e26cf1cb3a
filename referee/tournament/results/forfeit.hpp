#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "games/core/rules.hpp"
#include "games/core/seat.hpp"
#include "record/limits.hpp"
#include "tournament/schedule/formats/format.hpp"
#include "tournament/schedule/game_result.hpp"

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

/// The forfeit of a finished game by these rules.
[[nodiscard]] Forfeit forfeit_of(const GameResult& game, const Rules& rules);

/// The seats that forfeited by these faults, as `forfeited` finds them in a record.
[[nodiscard]] SeatSet forfeited(const std::vector<SeatResult>& seats, FaultPolicy policy);

}  // namespace tribunal
