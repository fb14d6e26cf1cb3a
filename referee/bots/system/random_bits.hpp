#pragma once

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>
#include <unistd.h>

namespace tribunal {

/// 32 bits that nobody can guess, from the kernel. (std::random_device wants a newer C library than the
/// program does where all else is linked into it.) Throws std::system_error if there are none.
[[nodiscard]] inline std::uint32_t random_bits() {
  std::uint32_t bits = 0;
  if (::getentropy(&bits, sizeof bits) != 0)
    throw std::system_error{errno, std::generic_category(), "getentropy"};
  return bits;
}

/// So many hexadecimal digits that nobody can guess. Throws as `random_bits` does.
[[nodiscard]] inline std::string random_digits(std::size_t count) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  while (text.size() < count) text += digits[random_bits() % digits.size()];
  return text;
}

}  // namespace tribunal
