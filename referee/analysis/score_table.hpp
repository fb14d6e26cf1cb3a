#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tribunal {

/// A mean and its standard error.
struct Estimate {
  double mean = 0;
  double error = 0;

  /// Whether the mean is above 0 by more than two standard errors.
  [[nodiscard]] bool is_positive() const { return mean > 0 && mean > 2 * error; }
};

/// The scores of a seat after each of its actions, world by world: the worlds are the same for all actions,
/// so that differences of two actions are differences within a world. Actions that are hopeless after some
/// worlds need not be tried in the rest.
///
/// Even and odd worlds are two halves. An action that is chosen for its scores in one half is measured in the
/// other one, so the measurement is not biased by the choice.
class ScoreTable {
 public:
  /// `actions`: how many; `taken`: the index of the one to compare the others with.
  ScoreTable(std::size_t actions, std::size_t taken);

  /// The score of an action in the next world. An action gets a score in every world until it is dropped.
  void add(std::size_t action, std::int32_t score) { scores_[action].push_back(score); }
  /// Drops the actions of which both halves say, each by itself, that another one is better by far.
  void drop_hopeless();
  [[nodiscard]] bool is_dropped(std::size_t action) const {
    return hopeless_[0][action] && hopeless_[1][action];
  }

  [[nodiscard]] std::size_t actions() const { return scores_.size(); }
  [[nodiscard]] std::size_t taken() const { return taken_; }
  /// The number of worlds in which the action was tried.
  [[nodiscard]] std::size_t worlds(std::size_t action) const { return scores_[action].size(); }

  /// The score of the action.
  [[nodiscard]] Estimate score(std::size_t action) const;
  /// The score of the action less that of the one taken, within each world.
  [[nodiscard]] Estimate gain(std::size_t action) const;
  /// The action with the highest score among those that were not dropped; the one taken if it is as good.
  [[nodiscard]] std::size_t best() const;
  /// The score of the best action less that of the one taken: chosen in one half, measured in the other, both
  /// ways, averaged. It is 0 on average where all actions are equally good, so it can be below 0; where one
  /// is better, it is rather too low than too high, since a half may choose another. The error is that of
  /// choice and measurement; infinite with fewer than four worlds, and 0 where both halves choose the one
  /// taken.
  [[nodiscard]] Estimate cost() const;
  /// The score of the action taken less the mean score of a player who does each action with the probability
  /// in `shares`, which were estimated from `samples` choices.
  [[nodiscard]] Estimate advantage(std::span<const double> shares, std::size_t samples) const;

 private:
  [[nodiscard]] std::size_t best_of_half(std::size_t half) const;
  void find_hopeless(std::size_t half);
  /// The cost if each world had been met so many times.
  [[nodiscard]] double cost_of(std::span<const std::uint32_t> times) const;

  std::size_t taken_;
  std::vector<std::vector<std::int32_t>> scores_;  ///< by action
  std::array<std::vector<bool>, 2> hopeless_;      ///< by half and action
};

}  // namespace tribunal
