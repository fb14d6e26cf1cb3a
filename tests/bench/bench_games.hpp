#pragma once

#include <string>

namespace tribunal {

struct GamesBench {
  std::string game;      ///< a game or a preset; empty: every game of the catalogue, then every preset
  int players = 0;       ///< 0: every number that it can be played by; of many presets: three, or the fewest
  double seconds = 0.2;  ///< a line
  bool check = false;    ///< a family below its aim is an error
};

/// Random games on one core, engine only: dealt by `FastDeal`, muted. Prints decisions, games, redrawn
/// positions and games by the values of actions a second, and for each family what it does against its aim.
/// False if that is to be checked and falls short.
[[nodiscard]] bool bench_games(const GamesBench& bench);

}  // namespace tribunal
