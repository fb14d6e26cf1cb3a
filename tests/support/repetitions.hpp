#pragma once

#include <algorithm>
#include <cstdlib>
#include <string>

namespace tribunal::testing {

/// The number of repetitions of a random test that deserves `full` of them: a tenth in an optimised build, a
/// fiftieth in others (sanitizers slow everything down), or TRIBUNAL_TEST_PERCENT of the environment, in
/// percent. `./dev soak` repeats all of them.
[[nodiscard]] inline int repetitions(int full) {
#ifdef NDEBUG
  int percent = 10;
#else
  int percent = 2;
#endif
  if (const char* const wish = std::getenv("TRIBUNAL_TEST_PERCENT")) percent = std::stoi(wish);
  return std::max(1, static_cast<int>(static_cast<long long>(full) * percent / 100));
}

}  // namespace tribunal::testing
