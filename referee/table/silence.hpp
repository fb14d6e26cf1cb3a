#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "record/limits.hpp"

namespace tribunal {

/// The bot and the processors since the first look at it, in milliseconds.
struct MeasuredShare {
  std::int64_t ran = 0;     ///< all of its threads together
  std::int64_t span = 0;    ///< the time that was looked at
  std::int64_t waited = 0;  ///< the longest time for which one of its threads had no processor

  bool operator==(const MeasuredShare&) const = default;
};

/// The facts about the machine that the message of a timeout ends with.
struct Measurements {
  std::optional<MeasuredShare> share;  ///< nothing if the kernel does not count it
  std::uint64_t tables = 0;
  double cores = 0;  ///< cores with one decimal
  double load = 0;   ///< load of the machine, the mean of the last minute, with one decimal

  bool operator==(const Measurements&) const = default;
};

/// The end of a message: `; measured: it had the processor for 3 of the last 26 ms and waited for one for 22
/// ms; 16 tables on 2 cores, load 14.2`. Log bytes and seals hold it, so that its form does not change.
[[nodiscard]] std::string to_text(const Measurements& measurements);

/// The measurements at the end of the message of a timeout; nothing if it does not end with such a text,
/// letter by letter. Messages of other faults may end with words of a bot.
[[nodiscard]] std::optional<Measurements> measurements_of(std::string_view message);

/// The time in whole milliseconds: `250 ms`.
[[nodiscard]] std::string in_ms(std::chrono::nanoseconds time);

/// The time that a bot let pass, for the message of a timeout: `within 250 ms`. By CPU time also how much of
/// it it `used`, and whether that or the backstop by the wall clock ended its time.
[[nodiscard]] std::string within_time(ClockKind clock, std::chrono::microseconds allowed,
                                      std::chrono::microseconds used);

/// The output and the state of a bot that gave no answer in its time.
struct Silence {
  std::string_view unfinished = {};  ///< beginning of a line whose end did not come
  std::string_view stale = {};       ///< an answer to a question that was not open
  bool reads_nothing = false;        ///< its pipe is full
  std::string_view errors = {};      ///< what it wrote to stderr
  bool only_comments = false;        ///< it has written comments, and no answer
};

/// A hint about an unexpected line on standard output, where one with `word` at its beginning was expected,
/// `ready` or `move`: `; ...`. It names what is odd about the line or, if it is not meant for the referee,
/// where diagnostics go; else it is empty.
[[nodiscard]] std::string hint_at_line(std::string_view line, std::string_view word);

/// Precedes the measurements in the message of a timeout, which differ every time.
inline constexpr std::string_view measured = "; measured: ";
/// The message without the measurements.
[[nodiscard]] std::string_view without_measurements(std::string_view message);

/// Adds to the message of a timeout whether it recurred when the game was repeated.
void add_repetition(std::string& message, bool came_again);
/// Whether the message says that the timeout did not recur.
[[nodiscard]] bool is_unrepeated(std::string_view message);

/// A hint for the bot's author, at the end of the message: `; ...`. Empty if the silence gives none.
[[nodiscard]] std::string hint_at(const Silence& silence);

}  // namespace tribunal
