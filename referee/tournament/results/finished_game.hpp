#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "games/core/rules.hpp"
#include "games/core/seat.hpp"
#include "record/limits.hpp"
#include "record/record.hpp"
#include "table/played_game.hpp"
#include "tournament/schedule/game_result.hpp"
#include "tournament/schedule/schedule.hpp"

namespace tribunal {

/// A game to store.
struct FinishedGame {
  GameResult result;
  std::string record;                ///< as `to_compact` writes it
  std::vector<FaultReport> reports;  ///< one per fault of the record, in its order
  std::vector<RestartReport> restarts = {};
};

/// An attempt at a game that does not count: the referee or the machine may have spoilt it.
struct VoidGame {
  std::uint64_t index = 0;  ///< in the schedule
  std::string reason;       ///< a phrase
};

/// The result of `game`, computed from its record by replaying it. The error says where the record
/// contradicts its rules.
[[nodiscard]] Result<GameResult> result_of(const ScheduledGame& game, const Record& record);
/// The result of `game` by a record that was replayed: its outcome, and the hash of its content.
[[nodiscard]] GameResult result_of(const ScheduledGame& game, const Record& record, const Outcome& outcome,
                                   const Bytes32& content);

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
