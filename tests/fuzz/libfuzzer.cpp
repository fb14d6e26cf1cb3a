// Lets libFuzzer drive the target TARGET.
#include <cstddef>
#include <cstdint>

#include "fuzz/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return tribunal::fuzz::targets::TARGET({reinterpret_cast<const char*>(data), size})
             ? 0
             : -1;  // NOLINT: bytes as text
}
