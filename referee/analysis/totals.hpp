#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
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
  std::size_t decisions = 0;  ///< number of decisions with a choice
  std::size_t mistakes = 0;   ///< number of decisions with a certain cost
  std::size_t random = 0;     ///< number of decisions without a preference of the policy
  double cost = 0;
  double cost_variance = 0;
  double advantage = 0;
  double advantage_variance = 0;

  void add(const DecisionAnalysis& decision);
  /// Whether the policy prefers an action in none of the decisions.
  [[nodiscard]] bool is_policy_random() const { return decisions > 0 && random == decisions; }
  /// The sums, or the means over `parts`, with the given error, or else that of the analysis.
  [[nodiscard]] Estimate cost_of(std::size_t parts = 1, std::optional<double> error = {}) const;
  [[nodiscard]] Estimate advantage_of(std::size_t parts = 1, std::optional<double> error = {}) const;
};

/// The sum for a seat in a game. It includes all decisions, even those that are statistically
/// indistinguishable from the best.
[[nodiscard]] AnalysisSum sum_of(const AnalysedGame& game, Seat seat);

/// A decision that deserves a person's attention.
struct PointedOut {
  std::shared_ptr<const GameToAnalyse> game;
  AnalysedDecision decision;
};

/// A kind of decisions of a bot: `verb` `discard`, `phase` `early`, `cards` `3`.
struct DecisionKind {
  std::string by;
  std::string value;
  AnalysisSum sum;
  std::optional<double> cost_error_over_deals;  ///< `BotTotal::cost_error_over_deals`, of this kind
  std::vector<std::uint64_t> look_at{};  ///< games with the costliest mistakes of this kind, the worst first

  /// The mean over games of its bot, with the error over deals if there are several.
  [[nodiscard]] Estimate cost_per_game(std::size_t games) const {
    return sum.cost_of(games, cost_error_over_deals);
  }
};

/// The totals of a bot in one game of the catalogue, because points of different games are not comparable.
struct BotTotal {
  std::string game;
  std::string bot;
  std::size_t games = 0;  ///< number of seats of the bot; two seats in a game count twice
  AnalysisSum sum;
  std::size_t without_choice = 0;
  std::size_t by_referee = 0;
  /// The errors of the means from the differences between deals, that is, as for another tournament. None if
  /// there is one deal.
  std::optional<double> cost_error_over_deals;
  std::optional<double> advantage_error_over_deals;
  std::vector<DecisionKind> kinds;  ///< kinds by verb, then phase, then cards; within each, the costliest
                                    ///< first

  /// Means per game. The errors are those over deals if there are several, otherwise those of the analysis.
  [[nodiscard]] Estimate cost_per_game() const { return sum.cost_of(games, cost_error_over_deals); }
  [[nodiscard]] Estimate advantage_per_game() const {
    return sum.advantage_of(games, advantage_error_over_deals);
  }
};

/// Collects analysed games. Its memory grows with bots and deals, but not with decisions.
class AnalysisTotals {
 public:
  /// `most_worst`: the number of worst decisions to keep.
  explicit AnalysisTotals(std::size_t most_worst) : most_worst_{most_worst} {}

  /// Adds a game. Games with the same `Questions::content` must be added only once.
  void add(const AnalysedGame& game);
  /// The totals by game and bot, in the order in which they were added.
  [[nodiscard]] std::vector<BotTotal> bots() const;
  /// The mistakes with the highest costs, the worst first. Games of one deal may be alike up to a decision.
  /// If a bot does the same in the same situation, it is listed once, with the first of these games.
  [[nodiscard]] const std::vector<PointedOut>& worst() const { return worst_; }

 private:
  struct OfDeal {
    double games = 0;
    double cost = 0;
    double advantage = 0;
  };
  /// A kind of decisions with its costliest mistakes.
  struct Kind {
    AnalysisSum sum;
    std::map<std::uint64_t, double> deals;  ///< costs by deal
    std::vector<std::pair<double, std::uint64_t>> costs;
  };
  /// The index of `verb`, `phase` or `cards`, in the order of the report, and the value.
  using KindKey = std::pair<int, std::string>;
  struct Bot {
    BotTotal total;
    std::map<std::uint64_t, OfDeal> deals;
    std::map<KindKey, Kind> kinds;
  };

  void add(Bot& bot, const AnalysedGame& game, Seat seat);
  static void add_kinds(Bot& bot, const GameToAnalyse& game, const AnalysedDecision& decision);
  /// The error of a figure per game from the differences between deals. None if there is one deal.
  static std::optional<double> error_over(const std::map<std::uint64_t, OfDeal>& deals,
                                          const std::function<double(std::uint64_t)>& of_deal);
  [[nodiscard]] static std::vector<DecisionKind> kinds_of(const Bot& bot);
  void point_out(const AnalysedGame& game, const AnalysedDecision& decision);
  [[nodiscard]] Bot& bot_of(const std::string& game, const std::string& bot);

  std::size_t most_worst_;
  std::vector<Bot> bots_;
  std::map<std::pair<std::string, std::string>, std::size_t> places_;  ///< indices in `bots_` by game and bot
  std::vector<PointedOut> worst_;
};

}  // namespace tribunal
