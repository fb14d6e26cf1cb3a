#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "cards/deal.hpp"
#include "games/core/action.hpp"
#include "games/core/game.hpp"

namespace tribunal {

/// The random numbers for a decision.
enum class NoiseFor : std::uint8_t {
  each_place,   ///< one for each legal action, in their order
  each_action,  ///< a single one, from which that of each action follows, so that similar games continue
                ///< alike
};

/// Plays games out fast. Each seat takes the action that `Game::value_actions` values highest, after a random
/// number was added to each value. A seat that plays by a model takes an action with a probability
/// proportional to exp(w f), where w are the model's weights and f the features of the action
/// (`Game::describe_actions`). It reuses memory, so keep one for each thread.
class Rollout {
 public:
  /// The random numbers are from [0, `noise`), in points; 0: always the first of the best actions.
  /// `noise_for`: for play by values; a model always has noise for each action.
  explicit Rollout(float noise = 1, NoiseFor noise_for = NoiseFor::each_place)
      : noise_{noise}, noise_for_{noise_for} {}

  /// From now on the seat plays by a model with these weights, one for each of `Game::feature_names`; empty:
  /// by values again.
  void play_by(Seat seat, std::vector<float> weights) { weights_[index_of(seat)] = std::move(weights); }

  /// From now on only these seats play at random: all legal actions are equally likely.
  void play_at_random(SeatSet seats) { at_random_ = seats; }

  /// The action of a wanted seat. By a model it takes one number of the stream, for any list of actions.
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
  /// The one of `actions_` with the highest of `values_`.
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
