#pragma once

#include "cards/deal.hpp"
#include "games/core/action.hpp"
#include "games/core/game.hpp"

namespace tribunal {

/// Plays games on fast: each seat does what `Game::value_actions` values highest, after a random number was
/// added to each value. It holds memory that it uses again and again, so keep one for each thread.
class Rollout {
 public:
  /// The random numbers are from [0, `noise`), in points; 0: the first of the best actions, always.
  explicit Rollout(float noise = 1) : noise_{noise} {}

  /// The action that a wanted seat does.
  [[nodiscard]] Action choose(const Game& game, Seat seat, Stream& chance);
  /// Applies one action of each wanted seat.
  void step(Game& game, Stream& chance);
  /// Applies this action of a wanted seat, and one of each other wanted seat.
  void step(Game& game, Seat seat, const Action& action, Stream& chance);
  /// Plays the game to its end.
  void finish(Game& game, Stream& chance);

 private:
  float noise_;
  EventLog muted_ = EventLog::muted();
  Choices choices_;
  ActionList actions_;
  ActionValues values_;
};

}  // namespace tribunal
