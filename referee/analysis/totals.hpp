#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analysis/analysed_game.hpp"

namespace tribunal {

/// Sums of cost and of advantage over decisions.
struct AnalysisSum {
  std::size_t decisions = 0;  ///< with a choice
  std::size_t mistakes = 0;   ///< that cost something beyond doubt
  std::size_t random = 0;     ///< in which the policy had no opinion
  double cost = 0;
  double cost_variance = 0;
  double advantage = 0;
  double advantage_variance = 0;

  void add(const DecisionAnalysis& decision);
  /// The sums, or the means of `parts`, with the errors that the analysis has.
  [[nodiscard]] Estimate cost_of(std::size_t parts = 1) const;
  [[nodiscard]] Estimate advantage_of(std::size_t parts = 1) const;
};

/// The sum of a seat in a game; of all its decisions, also those that cannot be told from the best.
[[nodiscard]] AnalysisSum sum_of(const AnalysedGame& game, Seat seat);

/// A decision where a person should look.
struct PointedOut {
  std::shared_ptr<const GameToAnalyse> game;
  AnalysedDecision decision;
};

/// A kind of decisions of a bot: `verb` `discard`, `phase` `early`, `cards` `3`.
struct DecisionKind {
  std::string by;
  std::string value;
  AnalysisSum sum;
  std::vector<std::uint64_t> look_at;  ///< games with the costliest mistakes of this kind, the worst first
};

/// The totals of a bot in a game of the catalogue, since points of different games do not compare.
struct BotTotal {
  std::string game;
  std::string bot;
  std::size_t games = 0;  ///< seats of the bot in games: twice in a game counts twice
  AnalysisSum sum;
  std::size_t without_choice = 0;
  std::size_t by_referee = 0;
  /// Errors of the means over deals, which differ: what another tournament would give. Nothing with one deal.
  std::optional<double> cost_error_over_deals;
  std::optional<double> advantage_error_over_deals;
  std::vector<DecisionKind> kinds;  ///< by verb, then phase, then cards; within each the costliest first
};

/// Collects analysed games; its memory grows with bots and deals, not with decisions.
class AnalysisTotals {
 public:
  /// Worst decisions to keep.
  explicit AnalysisTotals(std::size_t most_worst) : most_worst_{most_worst} {}

  /// Takes a game. Do not add games with the same `Questions::content` twice.
  void add(const AnalysedGame& game);
  /// By game and bot, in the order in which they came.
  [[nodiscard]] std::vector<BotTotal> bots() const;
  /// The mistakes with the highest costs, the worst first. Games of one deal may be alike up to a decision: a
  /// bot that then does the same in the same situation is listed once, with the first of these games.
  [[nodiscard]] const std::vector<PointedOut>& worst() const { return worst_; }

 private:
  struct OfDeal {
    double games = 0;
    double cost = 0;
    double advantage = 0;
  };
  /// The costliest mistakes of a kind.
  struct Kind {
    AnalysisSum sum;
    std::vector<std::pair<double, std::uint64_t>> costs;
  };
  /// `verb` first, `phase`, `cards`: the order of the report.
  using KindKey = std::pair<int, std::string>;
  struct Bot {
    BotTotal total;
    std::map<std::uint64_t, OfDeal> deals;
    std::map<KindKey, Kind> kinds;
  };

  void add(Bot& bot, const AnalysedGame& game, Seat seat);
  static void add_kinds(Bot& bot, const GameToAnalyse& game, const AnalysedDecision& decision);
  static void set_errors(BotTotal& total, const std::map<std::uint64_t, OfDeal>& deals);
  [[nodiscard]] static std::vector<DecisionKind> kinds_of(const Bot& bot);
  void point_out(const AnalysedGame& game, const AnalysedDecision& decision);
  [[nodiscard]] Bot& bot_of(const std::string& game, const std::string& bot);

  std::size_t most_worst_;
  std::vector<Bot> bots_;
  std::map<std::pair<std::string, std::string>, std::size_t> places_;  ///< in `bots_`, by game and bot
  std::vector<PointedOut> worst_;
};

}  // namespace tribunal
