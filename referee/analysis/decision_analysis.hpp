#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/question.hpp"
#include "cards/commit_reveal.hpp"
#include "games/core/event.hpp"
#include "games/core/position.hpp"
#include "games/core/rollout.hpp"
#include "games/core/rules.hpp"

namespace tribunal {

/// A mean and its standard error.
struct Estimate {
  double mean = 0;
  double error = 0;

  /// Whether the mean is above 0 by more than two standard errors.
  [[nodiscard]] bool is_positive() const { return mean > 0 && mean > 2 * error; }
};

/// The scores of a seat after each of its actions, world by world. The worlds are the same for all actions,
/// so that differences between two actions are differences within a world. Actions that prove hopeless need
/// not be tried in later worlds.
///
/// Even and odd worlds are two halves. If an action is chosen for its scores in one half, it is measured in
/// the other half, so that the choice does not bias the measurement.
class ScoreTable {
 public:
  /// `actions`: their number. `taken`: the index of the action with which the others are compared.
  ScoreTable(std::size_t actions, std::size_t taken);

  /// Adds the score of an action in the next world. An action must get a score in every world until it is
  /// dropped.
  void add(std::size_t action, std::int32_t score) { scores_[action].push_back(score); }
  /// Drops the actions for which each half by itself shows that another one is much better.
  void drop_hopeless();
  [[nodiscard]] bool is_dropped(std::size_t action) const {
    return hopeless_[0][action] && hopeless_[1][action];
  }

  [[nodiscard]] std::size_t actions() const { return scores_.size(); }
  [[nodiscard]] std::size_t taken() const { return taken_; }
  /// The number of worlds in which the action was tried.
  [[nodiscard]] std::size_t worlds(std::size_t action) const { return scores_[action].size(); }
  /// The scores of the action, by world.
  [[nodiscard]] std::span<const std::int32_t> scores(std::size_t action) const { return scores_[action]; }

  /// The score of the action.
  [[nodiscard]] Estimate score(std::size_t action) const;
  /// The score of the action minus that of the taken one, within each world.
  [[nodiscard]] Estimate gain(std::size_t action) const;
  /// The action with the highest score among those that were not dropped. The taken one if it is as good.
  [[nodiscard]] std::size_t best() const;
  /// The score of the best action minus that of the taken one. The best action is chosen in one half and
  /// measured in the other, both ways, and the results are averaged. If all actions are equally good, the
  /// mean is 0, so the value can be below 0. If one is better, the value tends to be too low, because a half
  /// may choose another action. The error includes choice and measurement. It is infinite with fewer than
  /// four worlds, and 0 if both halves choose the taken action.
  [[nodiscard]] Estimate cost() const;
  /// The score of the taken action minus the mean score of a player who chooses each action with the
  /// probability in `shares`. These were estimated from `samples` choices.
  [[nodiscard]] Estimate advantage(std::span<const double> shares, std::size_t samples) const;

 private:
  /// The action that each half chooses, and the gain of that action in the other half.
  struct Choices {
    std::array<std::size_t, 2> best{};
    std::array<double, 2> measured{};
    [[nodiscard]] double cost() const { return (measured[0] + measured[1]) / 2; }
  };

  void find_hopeless(std::size_t half, const std::vector<std::int32_t>& best);
  /// The choices if each world had occurred this number of times.
  [[nodiscard]] Choices choose(std::span<const std::uint32_t> times) const;

  std::size_t taken_;
  std::vector<std::vector<std::int32_t>> scores_;  ///< scores by action
  std::array<std::vector<bool>, 2> hopeless_;      ///< hopeless actions by half
};

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
  /// The score of every seat at the end, in the worlds in which the action was tried.
  std::array<Estimate, max_seats> of_seats{};
};

/// The value of a decision, by the seat's scores at the end of games that a policy played out.
struct DecisionAnalysis {
  std::vector<ActionAnalysis> actions;  ///< actions in the order of the legal ones
  std::size_t taken = 0;                ///< index of the taken action
  std::size_t best = 0;                 ///< index of the best action; `taken` if no other had a higher mean
  /// `ScoreTable::cost`: the gain that a better action would have brought; may be below 0. If it is smaller,
  /// the gain over the taken action with the best one at the seat's next decision in the hand that allows it.
  /// So an action that is only taken later costs what waiting costs.
  Estimate cost;
  Estimate advantage;    ///< gain over the policy's choices
  std::string reason{};  ///< clause that says why the best action is better; empty if no reason was found, or
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
  /// Sets `ActionAnalysis::of_seats` of each action.
  [[nodiscard]] ScoreTable play_on(const Question& question, const DealKey& key,
                                   const AnalysisOptions& options, std::vector<ActionAnalysis>& actions);
  [[nodiscard]] bool is_policy_random(const Question& question);
  [[nodiscard]] std::vector<double> shares(const Question& question, const DealKey& key);

  Rollout rollout_;
  ActionValues values_;
};

/// An event that the rest of a hand can bring, in words that address the seat as `you`.
struct Fact {
  /// A clause with one `{}` for the share of games or the mean number: `you win clubs in {} of the games`.
  std::string_view clause;
  /// The clause for another action after the first: `in {}`.
  std::string_view again = "in {}";
  bool is_share = true;  ///< true: it happens or not; false: it is a number
  /// Whether it is little more than the score in other words, so that it is a reason only if there is no
  /// other.
  bool is_outcome = false;
};

/// The facts of a game, and the function that reads them from the rest of a hand.
struct FactReader {
  std::span<const Fact> facts;  ///< empty if the game's family has none
  /// Sets a value for each fact (0 or 1 for a share) from the position before a decision and the events from
  /// there to the end of the hand. All values must be 0 before.
  void (*read)(const Rules& rules, const Position& before, Seat seat, std::span<const Event> events,
               std::span<double> values) = nullptr;
};

/// The reader for a game of the catalogue.
[[nodiscard]] FactReader fact_reader_of(const Rules& rules);

}  // namespace tribunal
