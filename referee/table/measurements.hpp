#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

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

}  // namespace tribunal
