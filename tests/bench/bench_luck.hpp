#pragma once

#include <cstdint>
#include <string>

namespace tribunal {

struct LuckBench {
  std::string game;          ///< or preset; empty: the whole catalogue
  std::uint64_t deals = 60;  ///< each played in complete rotation
  double seconds = 20;       ///< approximate time for each game; less time means fewer deals
  std::uint32_t pairs = 50;  ///< `LuckOptions::pairs`
  std::string document = "docs/luck.md";
};

/// Measures the luck of games between bots that play by a game's values with different noise. Prints a line
/// for each game. False if the mean of luck is not 0, or if more of the variance is left than the document
/// claims.
bool bench_luck(const LuckBench& bench);

}  // namespace tribunal
