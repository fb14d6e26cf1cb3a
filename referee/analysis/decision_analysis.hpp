#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "analysis/question.hpp"
#include "analysis/score_table.hpp"
#include "cards/commit_reveal.hpp"
#include "games/core/rollout.hpp"

namespace tribunal {

/// The default number of worlds per decision, and its bounds.
inline constexpr std::size_t usual_worlds = 600;
inline constexpr std::size_t fewest_worlds = 20;
inline constexpr std::size_t most_worlds = 20'000;

/// Options of an analysis.
struct AnalysisOptions {
  std::size_t worlds = usual_worlds;  ///< `fewest_worlds` to `most_worlds`
  /// Whether the worlds have the cards that were really dealt, so that only chance unknown to all is drawn
  /// again. Otherwise everything that the seat did not know is drawn again.
  bool open = false;
  bool reasons = true;  ///< whether reasons are searched for
};

/// A legal action of the seat.
struct ActionAnalysis {
  Action action;
  Estimate score{};        ///< score of the seat at the end of the game
  Estimate gain{};         ///< its score minus that of the taken action, in the same worlds
  std::size_t worlds = 0;  ///< number of worlds in which it was tried; smaller if it was hopeless
  double share = 0;        ///< probability that the policy chooses it
  /// The mean score of every seat at the end, in the worlds in which the action was tried.
  std::array<double, max_seats> of_seats{};
};

/// The value of a decision, by the seat's scores at the end of games that a policy played out.
struct DecisionAnalysis {
  std::vector<ActionAnalysis> actions;  ///< actions in the order of the legal ones
  std::size_t taken = 0;                ///< index of the taken action
  std::size_t best = 0;                 ///< index of the best action; `taken` if no other had a higher mean
  Estimate cost;       ///< `ScoreTable::cost`: the gain that a better action would have brought; may be below
                       ///< 0
  Estimate advantage;  ///< gain over the policy's choices
  std::string reason;  ///< clause that says why the best action is better; empty if no reason was found, or
                       ///< if it is not certain

  bool is_policy_random = false;  ///< whether the policy has no preference here, and chooses all actions
                                  ///< equally often

  /// Whether the best action is better than the taken one by more than two standard errors.
  [[nodiscard]] bool is_mistake() const { return best != taken && cost.is_positive(); }
};

/// The key of an analysis's random numbers. Its labels are used by no game. `seed`: a text from which the key
/// follows instead of the deal's key.
[[nodiscard]] DealKey analysis_key(const DealReference& deal, const std::optional<std::string>& seed);

/// Analyses decisions one after another. It reuses its memory, so keep one for each thread. The result
/// depends only on the question, the key and the options.
class DecisionAnalyst {
 public:
  /// The analysis of a decision. `rules`: those of the question's game.
  [[nodiscard]] DecisionAnalysis analyse(const Question& question, const Rules& rules, const DealKey& key,
                                         const AnalysisOptions& options);

 private:
  /// Adds the scores of every seat to `ActionAnalysis::of_seats` of the action.
  [[nodiscard]] ScoreTable play_on(const Question& question, const DealKey& key,
                                   const AnalysisOptions& options, std::vector<ActionAnalysis>& actions);
  [[nodiscard]] bool is_policy_random(const Question& question);
  [[nodiscard]] std::vector<double> shares(const Question& question, const DealKey& key);

  Rollout rollout_;
  ActionValues values_;
};

}  // namespace tribunal
