#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analysis/totals.hpp"
#include "base/digest.hpp"
#include "record/record.hpp"
#include "report/format/json.hpp"

namespace tribunal {

/// The analysis of the decisions of a bot in the games of its check, in which it has every seat. It never
/// changes the verdict.
class CheckAnalysis {
 public:
  using OnGame = std::function<void(const AnalysedGame&)>;

  /// `log`: the file with the replay logs of the games, as its user named it; empty if there is none.
  /// `first`: the number of the next game in it.
  CheckAnalysis(std::string log, std::uint64_t first) : log_{std::move(log)}, next_{first} {}

  /// Takes the next game. The first ones without a fault are analysed, up to a bound; of games that are the
  /// same, decision for decision, as where a check repeats a game, the first.
  void add(const Record& record);
  /// Analyses them, on all cores, for about `check_analysis_seconds`. `on_game` is called with each.
  void run(const OnGame& on_game);

  /// For people: what decisions cost a game, and the three worst ones: lines. Call it after `run`.
  [[nodiscard]] std::string text() const;
  [[nodiscard]] Json json() const;
  /// The sums, the worlds a decision, and the games that are the same as others. Call these after `run`.
  [[nodiscard]] const AnalysisTotals& totals() const { return *totals_; }
  [[nodiscard]] std::size_t worlds() const { return worlds_; }
  [[nodiscard]] std::size_t repeated() const { return repeated_; }

 private:
  [[nodiscard]] std::string left_out_text() const;

  std::string log_;
  std::uint64_t next_;  ///< number of the next game
  std::vector<GameToAnalyse> games_;
  std::set<Bytes32> contents_;  ///< of these games
  std::size_t repeated_ = 0;
  std::size_t decisions_ = 0;
  std::size_t left_out_ = 0;  ///< games with a fault, or beyond the bound
  std::size_t worlds_ = 0;
  std::size_t analysed_ = 0;
  std::optional<AnalysisTotals> totals_;
};

}  // namespace tribunal
