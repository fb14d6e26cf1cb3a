#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "record/limits.hpp"

namespace tribunal {

/// The times of the bot and of the processors since the first sample, in milliseconds.
struct MeasuredShare {
  std::int64_t ran = 0;     ///< running time of all its threads together
  std::int64_t span = 0;    ///< time since the first sample
  std::int64_t waited = 0;  ///< longest time for which one of its threads had no processor

  bool operator==(const MeasuredShare&) const = default;
};

/// The facts about the machine at the end of a timeout's message.
struct Measurements {
  std::optional<MeasuredShare> share;  ///< none if the kernel does not count it
  std::uint64_t tables = 0;
  double cores = 0;  ///< number of cores with one decimal
  double load = 0;   ///< mean load of the machine in the last minute, with one decimal

  bool operator==(const Measurements&) const = default;
};

/// The end of a message: `; measured: it had the processor for 3 of the last 26 ms and waited for one for 22
/// ms; 16 tables on 2 cores, load 14.2`. Logs and seals contain it, so its form must not change.
[[nodiscard]] std::string to_text(const Measurements& measurements);

/// The measurements at the end of a timeout's message. None if it does not end with such a text, letter by
/// letter. Messages of other faults may end with words of a bot.
[[nodiscard]] std::optional<Measurements> measurements_of(std::string_view message);

/// The time in whole milliseconds: `250 ms`.
[[nodiscard]] std::string in_ms(std::chrono::nanoseconds time);

/// The time limit that a bot exceeded, for the message of a timeout: `within 250 ms`. With CPU time, it also
/// states the time `used`, and whether the wall clock, the backstop, ended its time.
[[nodiscard]] std::string within_time(ClockKind clock, std::chrono::microseconds allowed,
                                      std::chrono::microseconds used);

/// The output and the state of a bot that gave no answer in its time.
struct Silence {
  std::string_view unfinished = {};  ///< beginning of a line without an end
  std::string_view stale = {};       ///< answer to a question that was not open
  bool reads_nothing = false;        ///< whether its pipe is full
  std::string_view errors = {};      ///< end of its output to stderr
  bool only_comments = false;        ///< whether it has written comments but no answer
};

/// A hint `; ...` about an unexpected line on standard output, where one beginning with `word`, `ready` or
/// `move`, was expected. It says what is odd about the line or, if the line is not meant for the referee,
/// where to write diagnostics. Empty if it is neither.
[[nodiscard]] std::string hint_at_line(std::string_view line, std::string_view word);

/// The words before the measurements in a timeout's message. The measurements differ every time.
inline constexpr std::string_view measured = "; measured: ";
[[nodiscard]] std::string_view without_measurements(std::string_view message);

/// The message of a fault without the cause, which may quote what the bot wrote to standard error.
[[nodiscard]] std::string_view without_cause(std::string_view message);

/// Adds to a timeout's message whether it recurred when the game was repeated.
void add_repetition(std::string& message, bool came_again);
/// Whether the message says that the timeout did not recur.
[[nodiscard]] bool is_unrepeated(std::string_view message);

/// A hint `; ...` for the bot's author, for the end of the message. Empty if there is none.
[[nodiscard]] std::string hint_at(const Silence& silence);

}  // namespace tribunal
