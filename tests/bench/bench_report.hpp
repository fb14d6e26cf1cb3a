#pragma once

#include <array>
#include <cstdio>
#include <fmt/format.h>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bots/system/machine.hpp"
#include "parallel/in_order.hpp"

namespace tribunal {

/// Prints lines of one table, and remembers whether all figures meet their limits.
class BenchReport {
 public:
  struct Target {
    double lowest = 0;
    double highest = 0;
  };

  /// Work whose lines are printed together, in one block.
  using Job = std::function<void(BenchReport&)>;

  void title(const std::string& text) { print('\n' + text + '\n'); }
  void line(const std::string& what, double percent, const Target& target, const std::string& beside) {
    const bool met = percent >= target.lowest && percent <= target.highest;
    print(fmt::format("{:<52} {:6.2f} %  {}  {}\n", what, percent, text_of(target) + (met ? "" : "  MISSED"),
                      beside));
    all_met_ = all_met_ && met;
  }
  /// Does the jobs on all cores. Their lines are printed in the order of the jobs.
  void all(const std::vector<Job>& jobs) {
    std::size_t begun = 0;
    in_order(
        static_cast<unsigned>(available_cores().size()),
        [&] { return begun < jobs.size() ? std::optional{begun++} : std::nullopt; },
        [&] {
          return [&](std::size_t job) {
            BenchReport report;
            report.is_kept_ = true;
            jobs[job](report);
            return report;
          };
        },
        [&](const BenchReport& done) {
          print(done.text_);
          all_met_ = all_met_ && done.all_met_;
          return true;
        });
  }
  [[nodiscard]] bool all_met() const { return all_met_; }

 private:
  static std::string text_of(const Target& target) {
    if (target.lowest == 0) return fmt::format("(at most {:.3g})", target.highest);
    return fmt::format("({:.3g} - {:.3g})    ", target.lowest, target.highest);
  }

  void print(const std::string& text) {
    if (is_kept_) text_ += text;
    if (is_kept_) return;
    std::fputs(text.c_str(), stdout);
    std::fflush(stdout);
  }

  bool all_met_ = true;
  bool is_kept_ = false;  ///< lines are kept in `text_`
  std::string text_;
};

/// Simulates sequential tests, `tests` of each kind. Reports their error rates, their numbers of blocks
/// relative to a test by the empirical likelihood ratio, and how often the estimate at the stop lies above
/// the true value.
void try_sequential_tests(int tests, BenchReport& report);

/// Measures, in tournaments of all formats, how often 95 % intervals of ratings hold the true value, how
/// often the bot with a likelihood of superiority is the stronger one, and the errors of ratings relative to
/// those of BayesElo.
void try_ratings(int tournaments, BenchReport& report);

/// Measures the same for two clubs that hardly met, and for versions over the nights of a season.
void try_seasons(int tournaments, BenchReport& report);

/// Watches tables of tournaments while they are played: how often one of two equal bots is seen to be
/// stronger.
void try_watching(int tournaments, BenchReport& report);

/// Measures how often the best bot ranks first in a final, and in a round robin with the same number of
/// games.
void try_finals(int tournaments, BenchReport& report);

/// Measures how often bots that favour another are found in a season, and how often honest ones are.
void try_collusion(int tournaments, BenchReport& report);

}  // namespace tribunal
