#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "record/record.hpp"
#include "record/seat_lines.hpp"
#include "table/bot_entry.hpp"

namespace tribunal {

/// A bot's answer to a recorded question.
struct RehearsedAnswer {
  std::size_t decision = 0;                ///< index in the record
  std::string recorded;                    ///< the action of the record
  bool recorded_in_fault = false;          ///< it was the referee's default, so there is nothing to compare
  std::string answered = {};               ///< the bot's answer now: an action, or its line as it came
  std::vector<std::string> comments = {};  ///< its `#` lines
  std::chrono::microseconds us{};

  [[nodiscard]] bool differs() const { return !recorded_in_fault && answered != recorded; }
};

/// The result of a rehearsal.
struct Rehearsal {
  std::vector<RehearsedAnswer> answers;
  std::string trouble;     ///< the reason why it ended early, a sentence; empty if it did not
  bool timed_out = false;  ///< because an answer did not come in time
};

/// The answers of a bot to the lines of a seat in one game.
struct Fed {
  Rehearsal rehearsal;
  std::string error_tail;
  bool interrupted = false;
};

/// Sends a new process of the bot what `seat` was sent in `record` (`lines`), independent of its answers, and
/// stores these. Each answer may take `patience` by the wall clock; by default its allowance in the game, and
/// no less than `Pace::rehearsed_answer`.
[[nodiscard]] Fed rehearse(const BotEntry& entry, const Record& record, Seat seat, const SeatLines& lines,
                           std::optional<std::chrono::milliseconds> patience);

}  // namespace tribunal
