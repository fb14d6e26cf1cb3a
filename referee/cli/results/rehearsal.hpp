#pragma once

#include <algorithm>
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
  std::string recorded;                    ///< action of the record
  bool recorded_in_fault = false;          ///< whether it was the referee's default, so that a comparison is
                                           ///< pointless
  std::string answered = {};               ///< bot's answer now: an action, or its line as it was received
  std::vector<std::string> comments = {};  ///< lines beginning with `#`
  std::chrono::microseconds us{};

  [[nodiscard]] bool differs() const { return !recorded_in_fault && answered != recorded; }
};

/// The answers of a bot to the lines of a seat in one game.
struct Rehearsal {
  std::vector<RehearsedAnswer> answers{};
  std::string trouble{};   ///< sentence that says why it ended early; empty if it did not
  bool timed_out = false;  ///< whether an answer was late
  std::string error_tail{};
  bool interrupted = false;

  [[nodiscard]] std::size_t differing() const {
    return static_cast<std::size_t>(std::ranges::count_if(answers, &RehearsedAnswer::differs));
  }
};

/// Sends a new process of the bot the lines that `seat` received in `record` (`lines`), whatever it answers,
/// and stores the answers. Each answer may take `patience` by the wall clock. The default is its allowance in
/// the game, but at least `Pace::rehearsed_answer`.
[[nodiscard]] Rehearsal rehearse(const BotEntry& entry, const Record& record, Seat seat,
                                 const SeatLines& lines, std::optional<std::chrono::milliseconds> patience);

}  // namespace tribunal
