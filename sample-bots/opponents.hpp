// The opponents in games of simultaneous decisions: the probability of each way of playing.
#ifndef OPPONENTS_HPP
#define OPPONENTS_HPP

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include "games/core/game.hpp"
#include "thinker.hpp"

namespace thinker {

/// Learns by Bayes' rule from the actions of the opponents whether they play at random, by a model, or by the
/// game's values: in worlds like the position in which they decided, each of the three ways chooses the
/// action with some probability. These probabilities are computed, not sampled: the logarithm of a noisy
/// number is too low on average, which would favour the way with the least noise.
class Opponents {
 public:
  /// `at_first`: the assumed habits of each opponent before its first action. `weights`: those of the model;
  /// none: no opponent plays by it.
  explicit Opponents(const Habits& at_first = {}, std::vector<float> weights = {});

  [[nodiscard]] Habits habits(tribunal::Seat seat) const;

  /// Notes that a new question is open; before the next call nothing is learnt from decisions about it.
  void forget() { position_.reset(); }
  /// Notes the position of that question, which `me` and others receive at the same time.
  void note(const tribunal::Game& position, tribunal::Seat me);
  /// Whether it learns from decisions about the open question.
  [[nodiscard]] bool expect_decisions() const { return position_ != nullptr; }
  /// Learns from a seat's action there.
  void learn(tribunal::Seat seat, const tribunal::Action& action);

 private:
  enum Way : std::size_t { values, random, model, ways };
  using Shares = std::array<double, ways>;

  /// The chance that a seat chooses this one of `actions_`, by each way of playing.
  [[nodiscard]] Shares chances(const tribunal::Game& world, tribunal::Seat seat, std::size_t choice);
  /// The chance by the values, to each of which a random number from 0 to 1 is added (`Rollout`).
  [[nodiscard]] double chance_by_values(std::size_t choice) const;
  [[nodiscard]] double chance_by_model(std::size_t choice) const;

  std::array<Shares, tribunal::max_seats> shares_{};  // their sum is about 1 for each seat
  std::vector<float> weights_;
  std::unique_ptr<tribunal::Game> position_;
  tribunal::Seat me_ = tribunal::no_seat;
  tribunal::Stream chance_{1, "opponents"};
  tribunal::ActionList actions_;
  tribunal::ActionValues values_;
  std::vector<float> features_;
};

}  // namespace thinker

#endif
