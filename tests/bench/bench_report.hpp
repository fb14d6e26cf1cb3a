#pragma once

#include <array>
#include <cstdio>
#include <string>

namespace tribunal {

/// Prints lines of one table, and remembers whether all figures are as they should be.
class BenchReport {
 public:
  struct Target {
    double lowest = 0;
    double highest = 0;
  };

  void line(const std::string& what, double percent, const Target& target, const std::string& beside) {
    const bool met = percent >= target.lowest && percent <= target.highest;
    std::printf("%-52s %6.2f %%  %s  %s\n", what.c_str(), percent,
                (text_of(target) + (met ? "" : "  MISSED")).c_str(), beside.c_str());
    std::fflush(stdout);
    all_met_ = all_met_ && met;
  }
  [[nodiscard]] bool all_met() const { return all_met_; }

 private:
  static std::string text_of(const Target& target) {
    const auto number = [](double value) {
      std::array<char, 32> text{};
      std::snprintf(text.data(), text.size(), "%.3g", value);
      return std::string{text.data()};
    };
    if (target.lowest == 0) return "(at most " + number(target.highest) + ")";
    return "(" + number(target.lowest) + " - " + number(target.highest) + ")    ";
  }

  bool all_met_ = true;
};

/// Simulates sequential tests, `tests` of each kind. Reports their error rates, their numbers of blocks
/// relative to the likelihood-ratio test of Tribunal 0.1, and how often the estimate at the stop lies above
/// the true value.
void try_sequential_tests(int tests, BenchReport& report);

/// Measures, in tournaments of all formats, how often 95 % intervals of ratings hold the true value, how
/// often the bot with a likelihood of superiority is the stronger, and the errors of ratings over those by a
/// prior of a fixed width.
void try_ratings(int tournaments, BenchReport& report);

/// Measures the same of two clubs that hardly met, and of versions over the nights of a season.
void try_seasons(int tournaments, BenchReport& report);

/// Watches tables of tournaments while they are played: how often one of two equal bots is seen to be
/// stronger.
void try_watching(int tournaments, BenchReport& report);

/// Measures how often the best bot ranks first in a final, and in a round robin of as many games.
void try_finals(int tournaments, BenchReport& report);

/// Measures how often bots that favour another are found in a season, and how often honest ones are.
void try_collusion(int tournaments, BenchReport& report);

}  // namespace tribunal
