#pragma once

#include <cstdint>
#include <fmt/format.h>
#include <string>

namespace tribunal {

/// The count with its noun: `1 game`, `2 games`.
[[nodiscard]] inline std::string counted(std::uint64_t count, const std::string& noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

/// A number with `decimals`, the same on every machine; never minus zero.
[[nodiscard]] std::string fixed(double number, int decimals);

/// A number of 0 or more, rounded up to two digits: `1300`; `a billion` from 10^9 on.
[[nodiscard]] std::string about(double number);

/// The number rounded to `decimals`.
[[nodiscard]] double rounded(double number, int decimals);

/// A time as a person reads it, about three digits: `850us`, `1.2ms`, `64ms`, `2.5s`, `120s`.
[[nodiscard]] std::string short_time(std::int64_t us);

}  // namespace tribunal
