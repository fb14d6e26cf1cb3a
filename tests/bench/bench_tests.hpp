#pragma once

#include "bench_report.hpp"

namespace tribunal {

/// Sequential tests by simulation, `tests` of each kind: how often they err, how many blocks they take beside
/// the likelihood-ratio test of Tribunal 0.1, and how often the estimate at the stop lies above the truth.
void try_sequential_tests(int tests, BenchReport& report);

}  // namespace tribunal
