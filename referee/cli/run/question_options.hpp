#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "tournament/standings/comparison.hpp"

namespace tribunal {

class CommandLine;

/// The options that state the question of a comparison.
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
  bool luck = false;         ///< whether luck is taken out if that saves time
  bool luck_always = false;  ///< whether luck is taken out even if that does not save time
  std::uint32_t pairs = 50;  ///< `LuckOptions::pairs`

  void add_options(CommandLine& command);
  [[nodiscard]] ComparedBy compared_by() const;
  [[nodiscard]] SequentialQuestion question(const Rules& rules) const;
  /// The question as text, including the name of the test. Another text makes another comparison.
  [[nodiscard]] std::string text_of(const SequentialQuestion& question) const;
};

/// The largest possible difference, by the rules, between two games of a seat with the same cards.
[[nodiscard]] double range_of(const Rules& rules);

/// Advice before the first game, if the range of a question by points is so wide that it takes many deals,
/// whatever the scatter: the number of deals, and questions that take fewer. Empty if the range is narrow.
[[nodiscard]] std::string advice(const QuestionOptions& options, const SequentialQuestion& question,
                                 const Rules& rules);

}  // namespace tribunal
