#pragma once

#include <cstdlib>
#include <string>

namespace tribunal::testing {

/// How many times as long as elsewhere everything takes here, for bounds that a test must have: 1, or as
/// TRIBUNAL_TEST_SLOWNESS in the environment says (an emulated machine).
[[nodiscard]] inline int slowness() {
  const char* const told = std::getenv("TRIBUNAL_TEST_SLOWNESS");
  return told == nullptr ? 1 : std::stoi(told);
}

}  // namespace tribunal::testing
