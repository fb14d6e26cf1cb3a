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

/// The number of worlds that a time budget allows.
struct WorldsInBudget {
  std::size_t worlds = 0;
  /// The seconds that `fewest_worlds` will take if they do not fit, else 0.
  double seconds_of_fewest = 0;

  /// A note such as `by the speed of this machine; --worlds 340 repeats the output`, with a warning if the
  /// budget is too small. One sentence.
  [[nodiscard]] std::string note(std::int64_t seconds) const;
};

/// The games of an analysis, for all commands. Of games that are equal decision by decision, only the first
/// one counts. A few decisions are kept to measure the speed.
class AnalysisSet {
 public:
  /// Counts the game and its decisions. Returns false if it is equal to an earlier one.
  bool add(const GameToAnalyse& game);
  [[nodiscard]] std::size_t games() const { return contents_.size(); }
  [[nodiscard]] std::size_t decisions() const { return decisions_; }
  [[nodiscard]] std::size_t repeated() const { return repeated_; }
  /// The number of worlds for each decision that fit into the budget on `threads` threads. The result depends
  /// on the machine.
  [[nodiscard]] WorldsInBudget worlds_in(std::int64_t seconds, const AnalysisOptions& options,
                                         unsigned threads) const;

 private:
  std::set<Bytes32> contents_;
  std::size_t decisions_ = 0;
  std::size_t repeated_ = 0;
  std::vector<GameToAnalyse> sample_;  ///< some games, each with one of its decisions
  std::uint32_t sampled_ = 0;          ///< number of games from which the sample was drawn
  Stream chance_{1, "sample"};
};

/// The costliest decisions as text, each with the command that shows it in the game of `source`. If that is
/// empty, there are no commands.
[[nodiscard]] std::string mistakes_text(const AnalysisTotals& totals, const std::string& source);
/// The costliest decisions for programs.
[[nodiscard]] Json mistakes_json(const AnalysisTotals& totals);
/// The sums of each bot in each game, for programs.
[[nodiscard]] Json bots_json(const AnalysisTotals& totals);

}  // namespace tribunal
