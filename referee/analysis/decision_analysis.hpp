#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/question.hpp"
#include "analysis/score_table.hpp"
#include "cards/commit_reveal.hpp"
#include "games/core/rollout.hpp"

namespace tribunal {

/// Worlds a decision.
inline constexpr std::size_t usual_worlds = 600;
inline constexpr std::size_t fewest_worlds = 20;
inline constexpr std::size_t most_worlds = 20'000;

/// Options of an analysis.
struct AnalysisOptions {
  std::size_t worlds = usual_worlds;  ///< `fewest_worlds` to `most_worlds`
  /// The worlds hold the cards that were really dealt, and only chance that nobody knew is drawn again. Else
  /// all that the seat did not know is drawn again.
  bool open = false;
  bool reasons = true;  ///< whether reasons are looked for
};

/// An action that the seat could have done.
struct ActionAnalysis {
  Action action;
  Estimate score{};        ///< of the seat at the end of the game
  Estimate gain{};         ///< its score less that of the action taken, in the same worlds
  std::size_t worlds = 0;  ///< in which it was tried: fewer than of others if it was hopeless
  double share = 0;        ///< the probability with which the policy does it
  /// The mean score of every seat at the end, in the worlds in which the action was tried.
  std::array<double, max_seats> of_seats{};
};

/// The worth of a decision, by the scores of the seat at the end of games that a policy played on.
struct DecisionAnalysis {
  std::vector<ActionAnalysis> actions;  ///< in the order of the legal actions
  std::size_t taken = 0;                ///< index
  std::size_t best = 0;                 ///< index; `taken` if no other action had a higher mean
  Estimate cost;       ///< `ScoreTable::cost`: what a better action would have brought; may be below 0
  Estimate advantage;  ///< over what the policy would have done
  std::string
      reason;  ///< why the best is better, a clause for people; empty if none was found or nothing is claimed

  bool is_policy_random = false;  ///< the policy has no opinion here: it does all actions as often

  /// Whether the best action is better than the one taken beyond doubt: by more than two standard errors.
  [[nodiscard]] bool is_mistake() const { return best != taken && cost.is_positive(); }
};

/// Random numbers of analyses: labels of their own under a key, which no game uses. `seed`: a text that
/// replaces the key of the deal by one that follows from it.
[[nodiscard]] DealKey analysis_key(const DealReference& deal, const std::optional<std::string>& seed);

/// Analyses decisions, one after another. It holds memory that it uses again, so keep one for each thread.
/// The result depends on the question, the key and the options alone.
class DecisionAnalyst {
 public:
  /// `rules`: of the game of the questions.
  [[nodiscard]] DecisionAnalysis analyse(const Question& question, const Rules& rules, const DealKey& key,
                                         const AnalysisOptions& options);

 private:
  /// Adds the scores of every seat to those of the action, `ActionAnalysis::of_seats`.
  [[nodiscard]] ScoreTable play_on(const Question& question, const DealKey& key,
                                   const AnalysisOptions& options, std::vector<ActionAnalysis>& actions);
  [[nodiscard]] bool is_policy_random(const Question& question);
  [[nodiscard]] std::vector<double> shares(const Question& question, const DealKey& key);

  Rollout rollout_;
  ActionValues values_;
};

}  // namespace tribunal
