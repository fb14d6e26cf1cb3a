#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <string_view>

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

/// Removes a number from the front of `text`, and returns it in `number`; false if there is none.
template <class Number>
bool take_number(std::string_view& text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{}) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return true;
}

/// The whole text as a number; nothing if it is not a number.
template <class Number>
std::optional<Number> number_from(std::string_view text) {
  Number number{};
  return take_number(text, number) && text.empty() ? std::optional{number} : std::nullopt;
}

/// Reads a whole number, 0 or more, at `at` and returns its end; nothing if there is none, or one of more
/// than 18 digits. It is fast enough for texts with millions of numbers, such as the games of a database.
inline const char* read_digits(const char* at, const char* end, std::int64_t& number) {
  constexpr std::ptrdiff_t safe_digits = 18;
  const char* const begin = at;
  std::uint64_t taken = 0;  // may wrap round; then the number is refused
  for (; at != end && *at >= '0' && *at <= '9'; ++at)
    taken = 10 * taken + static_cast<std::uint64_t>(*at - '0');
  if (at == begin || at - begin > safe_digits) return nullptr;
  number = static_cast<std::int64_t>(taken);
  return at;
}

}  // namespace tribunal
