#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "analysis/totals.hpp"
#include "record/record.hpp"
#include "report/format/json.hpp"

namespace tribunal {

/// The analysis of the decisions of a bot in the games of its check, in which it has every seat. It never
/// changes the verdict.
class CheckAnalysis {
 public:
  /// Takes a game. The first ones without a fault are analysed, up to a bound.
  void add(const Record& record);
  /// Analyses them, on all cores, for about `check_analysis_seconds`.
  void run();

  /// For people: what decisions cost a game, and the three worst ones: lines. Call it after `run`.
  [[nodiscard]] std::string text() const;
  [[nodiscard]] Json json() const;

 private:
  std::vector<GameToAnalyse> games_;
  std::size_t decisions_ = 0;
  std::size_t left_out_ = 0;  ///< games with a fault, or beyond the bound
  std::size_t worlds_ = 0;
  std::size_t analysed_ = 0;
  std::optional<AnalysisTotals> totals_;
};

}  // namespace tribunal
