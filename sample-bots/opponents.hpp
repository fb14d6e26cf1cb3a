// The others in games of simultaneous decisions: how likely each of them is to play in one way or another.
#ifndef OPPONENTS_HPP
#define OPPONENTS_HPP

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include "games/core/game.hpp"
#include "thinker.hpp"

namespace thinker {

/// Learns from actions of the others whether they play at random, by a model, or by the values that the game
/// gives to actions, by Bayes' rule: in worlds like the position in which they decided, each of the three
/// does the same with some probability. The probabilities are computed and not drawn: the logarithm of a
/// number that scatters is too low on average, which would speak for the way that scatters least.
class Opponents {
 public:
  /// `at_first`: the habits of each, of which nothing is known. `weights`: of the model; none: nobody plays
  /// by it.
  explicit Opponents(const Habits& at_first = {}, std::vector<float> weights = {});

  [[nodiscard]] Habits habits(tribunal::Seat seat) const;

  /// Notes that a new question is open; nothing is learnt from decisions about it before the next call.
  void forget() { position_.reset(); }
  /// Notes the position of that question, which `me` and others are asked at once.
  void note(const tribunal::Game& position, tribunal::Seat me);
  /// Whether decisions about the open question are learnt from.
  [[nodiscard]] bool expect_decisions() const { return position_ != nullptr; }
  /// Learns what a seat did there.
  void learn(tribunal::Seat seat, const tribunal::Action& action);

 private:
  enum Way : std::size_t { values, random, model, ways };
  using Shares = std::array<double, ways>;

  /// The chance that each way of playing brings a seat to choose that one of `actions_`.
  [[nodiscard]] Shares chances(const tribunal::Game& world, tribunal::Seat seat, std::size_t choice);
  /// By the values, to each of which a random number from 0 to 1 is added (`Rollout`).
  [[nodiscard]] double chance_by_values(std::size_t choice) const;
  [[nodiscard]] double chance_by_model(std::size_t choice) const;

  std::array<Shares, tribunal::max_seats> shares_{};  // a sum of about 1 for each seat
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
