#pragma once

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>
#include <unistd.h>

namespace tribunal {

/// 32 unpredictable bits from the kernel. (If everything else is linked statically, std::random_device needs
/// a newer C library than the program.) Throws std::system_error on failure.
[[nodiscard]] inline std::uint32_t random_bits() {
  std::uint32_t bits = 0;
  if (::getentropy(&bits, sizeof bits) != 0)
    throw std::system_error{errno, std::generic_category(), "getentropy"};
  return bits;
}

/// `count` unpredictable hexadecimal digits. Throws like `random_bits`.
[[nodiscard]] inline std::string random_digits(std::size_t count) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  while (text.size() < count) text += digits[random_bits() % digits.size()];
  return text;
}

}  // namespace tribunal
