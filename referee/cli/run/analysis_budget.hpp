#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "analysis/analysed_game.hpp"

namespace tribunal {

/// The number of worlds that a budget of time allows.
struct WorldsInBudget {
  std::size_t worlds = 0;
  /// If even `fewest_worlds` do not fit: the seconds that they will take; else 0.
  double seconds_of_fewest = 0;
};

/// Measures the decisions of `sample`, and computes how many worlds for each of `decisions` fit into the
/// budget with so many threads. The result depends on the machine.
[[nodiscard]] WorldsInBudget worlds_in_budget(std::int64_t seconds, std::span<const GameToAnalyse> sample,
                                              std::size_t decisions, const AnalysisOptions& options,
                                              unsigned threads);

/// `by the speed of this machine; --worlds 340 repeats the output`, and a warning where the budget is too
/// small: a sentence.
[[nodiscard]] std::string budget_note(std::int64_t seconds, const WorldsInBudget& fits);

}  // namespace tribunal
