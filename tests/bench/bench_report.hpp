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

}  // namespace tribunal
