#pragma once

#include <algorithm>
#include <cstdlib>
#include <string>

namespace tribunal::testing {

/// How often to repeat something random that is worth `full` repetitions in an optimised build: all of them
/// there, a fiftieth in others (sanitizers slow everything down), or as TRIBUNAL_TEST_PERCENT in the
/// environment says.
[[nodiscard]] inline int repetitions(int full) {
#ifdef NDEBUG
  int percent = 100;
#else
  int percent = 2;
#endif
  if (const char* const wish = std::getenv("TRIBUNAL_TEST_PERCENT")) percent = std::stoi(wish);
  return std::max(1, static_cast<int>(static_cast<long long>(full) * percent / 100));
}

}  // namespace tribunal::testing
