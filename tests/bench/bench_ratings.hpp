#pragma once

#include "bench_report.hpp"

namespace tribunal {

/// Measures, in tournaments of all formats, how often 95 % intervals of ratings hold the truth, how often the
/// bot with a likelihood of superiority is the stronger, and the errors of ratings over those by a prior of a
/// fixed width.
void try_ratings(int tournaments, BenchReport& report);

}  // namespace tribunal
