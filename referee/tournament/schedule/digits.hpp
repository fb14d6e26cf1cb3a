#pragma once

#include <cstddef>
#include <cstdint>

namespace tribunal {

/// Reads a whole number, 0 or more, at `at` and returns where it ends; nothing if there is none, or one of
/// more than 18 digits. For cells of the database: there are dozens of numbers in every game.
inline const char* read_digits(const char* at, const char* end, std::int64_t& number) {
  constexpr std::ptrdiff_t safe_digits = 18;
  const char* const begin = at;
  std::uint64_t taken = 0;  // may wrap round where it is refused
  for (; at != end && *at >= '0' && *at <= '9'; ++at)
    taken = 10 * taken + static_cast<std::uint64_t>(*at - '0');
  if (at == begin || at - begin > safe_digits) return nullptr;
  number = static_cast<std::int64_t>(taken);
  return at;
}

}  // namespace tribunal
