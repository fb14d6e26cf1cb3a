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

/// The faults of a seat in one game, by kind.
using FaultCounts = std::map<FaultKind, int>;

/// The result of a seat's bot in one game, without its score.
struct SeatResult {
  int bot = 0;  ///< index in the plan
  FaultCounts faults;
  MoveTimes times;                   ///< times of the decisions that were requested from the bot
  std::optional<SeatUsage> usage{};  ///< resource usage; none if it was not measured
  /// The CPU time of all requests, including those that ended in faults. None with the wall clock, or if it
  /// was not measured.
  std::optional<std::int64_t> asked_cpu_us{};
  int version = 0;  ///< version of the bot (`Versions`)

  bool operator==(const SeatResult&) const = default;
};

/// The part of a finished game that standings need, without its record.
struct GameResult {
  std::uint64_t index = 0;        ///< index in the schedule
  std::uint64_t deal = 0;         ///< number of the deal
  int game = 0;                   ///< index among the games of the plan
  std::vector<SeatResult> seats;  ///< results of the players' seats
  Outcome outcome;                ///< outcome of all seats; those that the referee plays are last
  Bytes32 content{};              ///< content hash of the record
  SeatSet forfeited{};            ///< seats that forfeited, by the limits of the game

  bool operator==(const GameResult&) const = default;
};

}  // namespace tribunal
