#pragma once

#include <cerrno>
#include <cstdint>
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

}  // namespace tribunal
