#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "base/digest.hpp"
#include "games/core/game.hpp"
#include "games/core/seat.hpp"
#include "record/record.hpp"
#include "tournament/schedule/move_times.hpp"

namespace tribunal {

/// Faults of a seat in one game, by kind.
using FaultCounts = std::map<FaultKind, int>;

/// The result of a seat's bot in one game, without its score.
struct SeatResult {
  int bot = 0;  ///< its index in the plan
  FaultCounts faults;
  MoveTimes times;                   ///< of the decisions the bot was asked for
  std::optional<SeatUsage> usage{};  ///< nothing if nobody measured
  /// CPU time of all that it was asked, faults included; nothing by the wall clock, or if it was not
  /// measured.
  std::optional<std::int64_t> asked_cpu_us{};
  int version = 0;  ///< of the bot (`Versions`)

  bool operator==(const SeatResult&) const = default;
};

/// The part of a finished game that standings need, without its record.
struct GameResult {
  std::uint64_t index = 0;        ///< in the schedule
  std::uint64_t deal = 0;         ///< its number
  int game = 0;                   ///< of those in the plan
  std::vector<SeatResult> seats;  ///< one a player's seat
  Outcome outcome;                ///< of all seats; those that the referee plays come last
  Bytes32 content{};              ///< the record's content hash
  SeatSet forfeited{};            ///< by the limits under which it was played

  bool operator==(const GameResult&) const = default;
};

}  // namespace tribunal
