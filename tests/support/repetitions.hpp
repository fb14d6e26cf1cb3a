#pragma once

#include <algorithm>
#include <cstdlib>
#include <string>

namespace tribunal::testing {

/// The number of repetitions of a random test that deserves `full` of them: `percent` in an optimised build,
/// a fifth of that in others (sanitizers slow everything down), or TRIBUNAL_TEST_PERCENT of the environment.
/// `./dev soak` uses all of them.
[[nodiscard]] inline int repetitions(int full, int percent = 10) {
#ifdef NDEBUG
  int fifths = 5 * percent;
#else
  int fifths = percent;
#endif
  if (const char* const wish = std::getenv("TRIBUNAL_TEST_PERCENT")) fifths = 5 * std::stoi(wish);
  return std::max(1, static_cast<int>(static_cast<long long>(full) * fifths / 500));
}

}  // namespace tribunal::testing
