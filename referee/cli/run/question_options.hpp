#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "games/catalogue.hpp"
#include "tournament/standings/comparison.hpp"

namespace tribunal {

class CommandLine;

/// The options that say what a comparison is to find out.
struct QuestionOptions {
  std::optional<double> m1;
  double m0 = 0;
  std::optional<double> range;
  std::optional<double> cut;
  std::optional<double> elo1;
  double elo0 = 0;
  double alpha = 0.05;
  double beta = 0.05;
  std::uint64_t deals = 10000;
  bool luck = false;         ///< take it out where that is worth its time
  bool luck_always = false;  ///< also where it is not
  std::uint32_t pairs = 50;  ///< `LuckOptions::pairs`

  void add_options(CommandLine& command);
  [[nodiscard]] ComparedBy compared_by() const;
  /// The question for these rules.
  [[nodiscard]] SequentialQuestion question(const Rules& rules) const;
  /// The question as text: another text, another comparison. It names the test, too.
  [[nodiscard]] std::string text_of(const SequentialQuestion& question) const;
};

/// The maximum difference between two games of a seat with the same cards, by the rules.
[[nodiscard]] double range_of(const Rules& rules);

/// Advice before the first game of a question by points whose range takes many deals, whatever the scatter:
/// how many deals, and which questions take fewer. Empty if the range takes few.
[[nodiscard]] std::string advice(const QuestionOptions& options, const SequentialQuestion& question,
                                 const Rules& rules);

}  // namespace tribunal
