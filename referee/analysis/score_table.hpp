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

}  // namespace tribunal
