#pragma once

#include "bench_report.hpp"

namespace tribunal {

/// Simulates sequential tests, `tests` of each kind. Reports their error rates, their numbers of blocks
/// relative to the likelihood-ratio test of Tribunal 0.1, and how often the estimate at the stop lies above
/// the truth.
void try_sequential_tests(int tests, BenchReport& report);

}  // namespace tribunal
