#pragma once

#include <string>

namespace tribunal {

struct GamesBench {
  std::string game;  ///< a game or a preset; empty: every game of the catalogue, then every preset
  int players =
      0;  ///< 0: every number of players that the game allows; with many presets: three, or the fewest
  double seconds = 0.2;  ///< a line
  bool check = false;    ///< a family below its aim is an error
};

/// Random games on one core, engine only: dealt by `FastDeal`, muted. Prints decisions, games, redrawn
/// positions and games by the values of actions per second, and for each family the rate against its target.
/// False if targets are checked and one is missed.
[[nodiscard]] bool bench_games(const GamesBench& bench);

}  // namespace tribunal
