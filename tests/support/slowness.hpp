#pragma once

#include <cstdlib>
#include <string>

namespace tribunal::testing {

/// The factor by which this machine is slower than others, for time limits in tests: 1, or
/// TRIBUNAL_TEST_SLOWNESS of the environment (an emulated machine).
[[nodiscard]] inline int slowness() {
  const char* const told = std::getenv("TRIBUNAL_TEST_SLOWNESS");
  return told == nullptr ? 1 : std::stoi(told);
}

}  // namespace tribunal::testing
