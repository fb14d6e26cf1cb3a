#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "analysis/analysed_game.hpp"
#include "analysis/totals.hpp"
#include "report/format/json.hpp"

namespace tribunal {

/// The number of worlds that a budget of time allows.
struct WorldsInBudget {
  std::size_t worlds = 0;
  /// If even `fewest_worlds` do not fit: the seconds that they will take; else 0.
  double seconds_of_fewest = 0;

  /// `by the speed of this machine; --worlds 340 repeats the output`, and a warning where the budget is too
  /// small: a sentence.
  [[nodiscard]] std::string note(std::int64_t seconds) const;
};

/// The games of an analysis, for all commands: of games that are the same, decision for decision, one. It
/// keeps a few of their decisions, to measure how long all will take.
class AnalysisSet {
 public:
  /// Counts the game and its decisions; false if it is the same as an earlier one.
  bool add(const GameToAnalyse& game);
  [[nodiscard]] std::size_t games() const { return contents_.size(); }
  [[nodiscard]] std::size_t decisions() const { return decisions_; }
  [[nodiscard]] std::size_t repeated() const { return repeated_; }
  /// The number of worlds for each decision that fit into the budget with so many threads. The result depends
  /// on the machine.
  [[nodiscard]] WorldsInBudget worlds_in(std::int64_t seconds, const AnalysisOptions& options,
                                         unsigned threads) const;

 private:
  std::set<Bytes32> contents_;
  std::size_t decisions_ = 0;
  std::size_t repeated_ = 0;
  std::vector<GameToAnalyse> sample_;  ///< games, each with one of its decisions
  std::uint32_t sampled_ = 0;          ///< games of which the sample was drawn
  Stream chance_{1, "sample"};
};

/// The costliest decisions, for people, each with the command that shows it in the game of `source`; empty:
/// none does.
[[nodiscard]] std::string mistakes_text(const AnalysisTotals& totals, const std::string& source);
/// These for programs.
[[nodiscard]] Json mistakes_json(const AnalysisTotals& totals);
/// For programs: the sums of each bot in each game.
[[nodiscard]] Json bots_json(const AnalysisTotals& totals);

}  // namespace tribunal
