#include "bench_stats.hpp"

#include <cmath>
#include <cstdio>
#include <numbers>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "bench_report.hpp"
#include "bench_tests.hpp"
#include "made_up_tournament.hpp"
#include "ratings/plackett_luce.hpp"
#include "tournament/schedule/formats/formats.hpp"

namespace tribunal {
namespace {

/// How often the intervals of all bots' strengths hold them, in percent.
struct Coverage {
  double formula = 0;
  double bootstrap = 0;  ///< 0 without one
};

/// `drawn`: tournaments of the bootstrap, 0 for none.
Coverage coverage_of(const MadeUpTournament& tournament, int tournaments, std::size_t drawn,
                     const std::optional<Shape>& shape = {}) {
  std::mt19937_64 source{1995};
  const auto bots = tournament.strengths.size();
  const double mean = std::accumulate(tournament.strengths.begin(), tournament.strengths.end(), 0.0) /
                      static_cast<double>(bots);
  Coverage held;
  const double each = 100.0 / tournaments / static_cast<double>(bots);
  for (int i = 0; i < tournaments; ++i) {
    const auto ratings =
        rate(shape ? tournament.play(*shape, source) : tournament.play(source), {.bootstrap = drawn});
    if (!ratings) continue;  // not held
    for (std::size_t bot = 0; bot < bots; ++bot) {
      const auto& rating = ratings->bots[bot];
      const double truth = 1500 + 400 / std::numbers::ln10 * (tournament.strengths[bot] - mean);
      if (!rating || !rating->elo_error) continue;
      if (std::abs(rating->elo - truth) <= *rating->elo_error) held.formula += each;
      if (rating->drawn && rating->drawn->low <= truth && truth <= rating->drawn->high)
        held.bootstrap += each;
    }
  }
  return held;
}

constexpr BenchReport::Target near_ninety_five{94, 96};

/// Formats in which results decide who plays whom, and in a ladder also how long.
void try_adaptive_formats(int tournaments, BenchReport& report) {
  const MadeUpTournament eight{{0.8, 0.5, 0.3, 0.1, -0.1, -0.3, -0.5, -0.8}};
  std::printf("\nthe same where results decide who plays whom: 8 bots\n");
  for (const int seats : {2, 4}) {
    for (const std::uint64_t deals : {2U, 4U, 10U}) {
      const Shape swiss{.bots = 8,
                        .seats = seats,
                        .deals = deals,
                        .format = &formats::swiss(),
                        .settings = {{"rounds", 5}}};
      report.line(
          "swiss, " + std::to_string(seats) + " players, 5 rounds of " + std::to_string(deals) + " deals",
          coverage_of(eight, tournaments, 0, swiss).formula, near_ninety_five, "");
    }
  }
  constexpr int fewer = 4;  // each step rates all games so far
  for (const int error : {40, 80}) {
    const Shape ladder{.bots = 8,
                       .seats = 3,
                       .deals = 200,
                       .format = &formats::ladder(),
                       .candidates = {6, 7},
                       .settings = {{"target_error", error}}};
    report.line("ladder, 3 players, target error " + std::to_string(error),
                coverage_of(eight, tournaments / fewer, 0, ladder).formula, near_ninety_five, "");
  }
}

void try_intervals(int tournaments, BenchReport& report) {
  std::printf("\n95 %% intervals of ratings that hold the truth: 5 bots, %d tournaments each\n", tournaments);
  const std::vector<double> strengths{0.6, 0.3, 0, -0.2, -0.7};
  for (const std::uint64_t deals : {8U, 12U, 20U, 60U, 200U}) {
    for (const bool rotated : {true, false}) {
      const MadeUpTournament tournament{strengths, deals, rotated};
      report.line(std::to_string(deals) + " deals, " + (rotated ? "seats rotated" : "seats kept"),
                  coverage_of(tournament, tournaments, 0).formula, near_ninety_five, "");
    }
  }
  try_adaptive_formats(tournaments, report);
  constexpr int fewer = 4;  // each is rated a thousand times
  std::printf("\nbootstrap intervals that hold the truth, %d tournaments each\n", tournaments / fewer);
  for (const std::uint64_t deals : {8U, 20U, 60U}) {
    const auto held = coverage_of({strengths, deals, true}, tournaments / fewer, 1000);
    report.line(std::to_string(deals) + " deals", held.bootstrap, {held.formula - 1, 100},
                "the formula: " + std::to_string(held.formula));
  }
}

}  // namespace

bool bench_stats(const StatsBench& bench) {
  BenchReport report;
  try_intervals(bench.tournaments, report);
  try_sequential_tests(bench.tests, report);
  return report.all_met();
}

}  // namespace tribunal
