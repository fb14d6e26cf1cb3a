#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "cards/deal.hpp"
#include "games/core/action.hpp"
#include "games/core/game.hpp"

namespace tribunal {

/// The random numbers that a decision takes.
enum class NoiseFor : std::uint8_t {
  each_place,   ///< one for each legal action, in their order
  each_action,  ///< a single one, from which that of each action follows: games that differ in a card go on
                ///< alike
};

/// Plays games on fast: each seat does what `Game::value_actions` values highest, after a random number was
/// added to each value; or, for a seat that plays by a model, an action with a probability proportional to
/// exp(w f), where w are the model's weights and f the features of the action (`Game::describe_actions`). It
/// holds memory that it uses again and again, so keep one for each thread.
class Rollout {
 public:
  /// The random numbers are from [0, `noise`), in points; 0: the first of the best actions, always.
  /// `noise_for`: by values; a model always has noise for each action.
  explicit Rollout(float noise = 1, NoiseFor noise_for = NoiseFor::each_place)
      : noise_{noise}, noise_for_{noise_for} {}

  /// From now on the seat plays by a model with these weights, one for each of `Game::feature_names`; none:
  /// by values again.
  void play_by(Seat seat, std::vector<float> weights) { weights_[index_of(seat)] = std::move(weights); }

  /// From now on these seats, and no others, do any legal action, each equally likely.
  void play_at_random(SeatSet seats) { at_random_ = seats; }

  /// The action that a wanted seat does. By a model it takes one number of the stream, whatever the actions.
  [[nodiscard]] Action choose(const Game& game, Seat seat, Stream& chance);
  /// Applies one action of each wanted seat.
  void step(Game& game, Stream& chance);
  /// Applies this action of a wanted seat, and one of each other wanted seat.
  void step(Game& game, Seat seat, const Action& action, Stream& chance);
  /// Plays the game to its end.
  void finish(Game& game, Stream& chance);

 private:
  [[nodiscard]] Action choose_by_values(const Game& game, Seat seat, Stream& chance);
  [[nodiscard]] Action choose_by_values(const Game& game, Seat seat, std::uint32_t word);
  [[nodiscard]] Action choose_by_model(const Game& game, Seat seat, const std::vector<float>& weights,
                                       std::uint32_t word);
  /// That of `actions_` with the highest of `values_`.
  [[nodiscard]] Action best_action() const;

  float noise_;
  NoiseFor noise_for_;
  std::array<std::vector<float>, max_seats> weights_;
  SeatSet at_random_;
  EventLog muted_ = EventLog::muted();
  Choices choices_;
  ActionList actions_;
  ActionValues values_;
  std::vector<float> features_;
};

}  // namespace tribunal
