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
  std::string recorded;                    ///< action of the record; after a fault, the referee's
  std::string fault = {};                  ///< the bot's fault in the record; empty if it had none
  bool is_right = false;                   ///< whether the answer now is legal and, after a timeout, in time
  std::string answered = {};               ///< bot's answer now: an action, or its line as it was received
  std::vector<std::string> comments = {};  ///< lines beginning with `#`
  std::chrono::microseconds us{};

  [[nodiscard]] bool differs() const { return fault.empty() ? answered != recorded : is_right; }
  [[nodiscard]] bool repeats_fault() const { return !fault.empty() && !is_right; }
};

/// Counts of answers to recorded questions.
struct AnswerCounts {
  std::size_t answers = 0;
  std::size_t differ = 0;    ///< answers unlike the record, `mended` included
  std::size_t mended = 0;    ///< right answers at a fault of the record
  std::size_t repeated = 0;  ///< faults of the record that occur again

  [[nodiscard]] bool agree() const { return differ + repeated == 0; }
  void add(const RehearsedAnswer& answer) {
    ++answers;
    differ += answer.differs() ? 1 : 0;
    mended += answer.differs() && !answer.fault.empty() ? 1 : 0;
    repeated += answer.repeats_fault() ? 1 : 0;
  }
};

/// The answers of a bot to the lines of a seat in one game.
struct Rehearsal {
  std::vector<RehearsedAnswer> answers{};
  std::string trouble{};   ///< sentence that says why it ended early; empty if it did not
  bool timed_out = false;  ///< whether an answer was late
  std::string error_tail{};
  bool interrupted = false;

  [[nodiscard]] AnswerCounts counts() const {
    AnswerCounts counts;
    for (const auto& answer : answers) counts.add(answer);
    return counts;
  }
};

/// Sends a new process of the bot the lines that `seat` received in `record` (`lines`), whatever it answers,
/// and stores the answers. Each answer may take `patience` by the wall clock. The default is its allowance in
/// the game, but at least `Pace::rehearsed_answer`.
[[nodiscard]] Rehearsal rehearse(const BotEntry& entry, const Record& record, Seat seat,
                                 const SeatLines& lines, std::optional<std::chrono::milliseconds> patience);

}  // namespace tribunal
