#include "bench_stats.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "made_up_blocks.hpp"
#include "made_up_tournament.hpp"
#include "ratings/plackett_luce.hpp"
#include "ratings/sequential_test.hpp"
#include "tournament/schedule/formats/formats.hpp"

namespace tribunal {
namespace {

/// Prints lines of one table, and remembers whether all figures are as they should be.
class Report {
 public:
  struct Target {
    double lowest = 0;
    double highest = 0;
  };

  void line(const std::string& what, double percent, const Target& target, const std::string& beside) {
    const bool met = percent >= target.lowest && percent <= target.highest;
    std::printf("%-52s %6.2f %%  %s  %s\n", what.c_str(), percent,
                (text(target) + (met ? "" : "  MISSED")).c_str(), beside.c_str());
    std::fflush(stdout);
    all_met_ = all_met_ && met;
  }
  [[nodiscard]] bool all_met() const { return all_met_; }

 private:
  static std::string text(const Target& target) {
    const auto number = [](double value) { return std::to_string(std::lround(value)); };
    if (target.lowest == 0) return "(at most " + number(target.highest) + ")";
    return "(" + number(target.lowest) + " - " + number(target.highest) + ")    ";
  }

  bool all_met_ = true;
};

struct Errors {
  double percent = 0;
  double blocks = 0;  ///< mean length of a test
};

Errors errors_of(const SequentialQuestion& question, const MadeUpBlocks& blocks, SequentialVerdict wrong,
                 int tests) {
  std::mt19937_64 source{2026};
  Errors errors;
  for (int i = 0; i < tests; ++i) {
    SequentialTest test{question};
    while (test.verdict() == SequentialVerdict::undecided) test.add(blocks.draw(source));
    if (test.verdict() == wrong) errors.percent += 100.0 / tests;
    errors.blocks += static_cast<double>(test.blocks()) / tests;
  }
  return errors;
}

struct Trial {
  std::string name;
  MadeUpBlocks blocks;
  double m1 = 0;
  double range = 0;
  Report::Target target;
};

void try_both_means(const Trial& trial, bool rigorous, int tests, Report& report) {
  const SequentialQuestion question{
      .m0 = 0, .m1 = trial.m1, .lowest = -trial.range, .highest = trial.range, .rigorous = rigorous};
  for (const bool better : {false, true}) {
    const auto blocks = trial.blocks.with_mean(better ? question.m1 : question.m0);
    const auto errors = errors_of(question, blocks,
                                  better ? SequentialVerdict::not_better : SequentialVerdict::better, tests);
    std::array<char, 80> beside{};
    std::snprintf(beside.data(), beside.size(), "m1 %.1f, deviation %.1f, range %.0f, %.0f blocks", trial.m1,
                  blocks.deviation(), trial.range, errors.blocks);
    report.line(trial.name + (better ? ": a better one rejected" : ": an equal one accepted"), errors.percent,
                trial.target, beside.data());
  }
}

void try_sequential_tests(int tests, Report& report) {
  const auto symmetric = MadeUpBlocks::symmetric();
  const auto skewed = MadeUpBlocks::skewed();
  const auto catastrophic = MadeUpBlocks::catastrophic();
  constexpr Report::Target near_five{4, 6};
  constexpr Report::Target at_most_six{0, 6};
  constexpr Report::Target at_most_five{0, 5};
  std::printf("sequential tests that err, at 5 %% asked for, of %d each\n", tests);
  for (const auto& trial :
       {Trial{"symmetric", symmetric, 0.2, 26, near_five}, Trial{"skewed", skewed, 0.2, 26, near_five},
        Trial{"catastrophic", catastrophic, 0.3, 52, near_five},
        Trial{"symmetric, few blocks", symmetric, 1, 52, at_most_six},
        Trial{"skewed, few blocks", skewed, 0.5, 52, at_most_six},
        Trial{"catastrophic, few blocks", catastrophic, 0.8, 52, at_most_six},
        Trial{"windfalls", catastrophic.mirrored(), 0.5, 52, at_most_six}})
    try_both_means(trial, false, tests, report);
  std::printf("\nrigorous tests that err, of %d each\n", tests);
  for (const auto& trial :
       {Trial{"symmetric", symmetric, 0.5, 52, at_most_five}, Trial{"skewed", skewed, 0.5, 52, at_most_five},
        Trial{"catastrophic", catastrophic, 0.5, 52, at_most_five}})
    try_both_means(trial, true, tests, report);
}

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

constexpr Report::Target near_ninety_five{94, 96};

/// Formats in which results decide who plays whom, and in a ladder also how long.
void try_adaptive_formats(int tournaments, Report& report) {
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

void try_intervals(int tournaments, Report& report) {
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
  Report report;
  try_intervals(bench.tournaments, report);
  try_sequential_tests(bench.tests, report);
  return report.all_met();
}

}  // namespace tribunal
