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
  std::string record;                ///< record as `to_compact` writes it
  std::vector<FaultReport> reports;  ///< reports, one for each fault of the record, in the same order
  std::vector<RestartReport> restarts = {};
};

/// An attempt at a game that does not count, because the referee or the machine may have spoilt it.
struct VoidGame {
  std::uint64_t index = 0;  ///< index in the schedule
  std::string reason;       ///< reason as a phrase
};

/// The result of `game`, computed by replaying its record. The error says where the record contradicts its
/// rules.
[[nodiscard]] Result<GameResult> result_of(const ScheduledGame& game, const Record& record);
/// The result of `game` from a record that has been replayed: `outcome` and `content` are the outcome and the
/// content hash.
[[nodiscard]] GameResult result_of(const ScheduledGame& game, const Record& record, const Outcome& outcome,
                                   const Bytes32& content);

/// The seats that forfeited a game, and the points that count for them in standings.
///
/// In the record of a game, a forfeited seat gets no more points than the lowest of those who played to the
/// end. That lowest score may still be good, and if all seats forfeited it does not exist. Over many games, a
/// bot that never plays would thus stand above one that plays and loses. Therefore, in standings a forfeit
/// counts as the lowest score that the rules allow. A fault never gains points, whatever the game's outcome
/// would have been.
struct Forfeit {
  SeatSet seats;
  std::int32_t points = 0;  ///< points of each of these seats
};

/// The forfeit in a finished game by these rules.
[[nodiscard]] Forfeit forfeit_of(const GameResult& game, const Rules& rules);

/// The seats that forfeited by these faults. In a record, `forfeited` finds the same seats.
[[nodiscard]] SeatSet forfeited(const std::vector<SeatResult>& seats, FaultPolicy policy);

}  // namespace tribunal
