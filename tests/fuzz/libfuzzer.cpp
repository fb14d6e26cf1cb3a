// Lets libFuzzer drive the target TARGET.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "fuzz/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input{reinterpret_cast<const char*>(data), size};  // NOLINT: bytes as text
  return tribunal::fuzz::targets::TARGET(input) ? 0 : -1;
}
