#pragma once

#include <string>
#include <vector>

#include "base/error.hpp"
#include "record/record.hpp"
#include "tournament/schedule/game_result.hpp"
#include "tournament/schedule/schedule.hpp"

namespace tribunal {

/// The description of a fault for the bot's author.
struct Diagnostic {
  Seat seat = 0;
  FaultKind kind{};  ///< as in the record
  std::string message;
  std::string error_tail;  ///< the end of what the bot wrote to stderr

  bool operator==(const Diagnostic&) const = default;
};

/// A bot whose process ended between two games, and was started again for this one.
struct RestartNote {
  Seat seat = 0;
  std::string message;
  std::string error_tail;  ///< the end of what the process wrote to stderr

  bool operator==(const RestartNote&) const = default;
};

/// A game to store.
struct FinishedGame {
  GameResult result;
  std::string record;  ///< as `to_compact` writes it
  std::vector<Diagnostic> diagnostics;
  std::vector<RestartNote> restarts = {};
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

}  // namespace tribunal
