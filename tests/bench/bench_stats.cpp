#include "bench_stats.hpp"

#include "bench_ratings.hpp"
#include "bench_report.hpp"
#include "bench_tests.hpp"

namespace tribunal {

bool bench_stats(const StatsBench& bench) {
  BenchReport report;
  try_ratings(bench.tournaments, report);
  try_sequential_tests(bench.tests, report);
  return report.all_met();
}

}  // namespace tribunal
