#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "ratings/rankings.hpp"
#include "tournament/schedule/formats/shape.hpp"

namespace tribunal {

/// A tournament between bots whose strengths are known: every group of three plays every deal three times.
/// Each game by itself follows the model of the ratings exactly. But a seat's cards are the same in all games
/// of a deal, and good cards help whoever holds them: the games of a deal depend on each other.
struct MadeUpTournament {
  std::vector<double> strengths;  ///< natural logarithms
  std::uint64_t deals = 0;
  bool rotated = true;  ///< false: all three times in the same seats
  double luck = 0.5;    ///< the part of a seat's fortune that is its cards, 0 .. 1

  [[nodiscard]] Rankings play(std::mt19937_64& source) const;
  /// Such games in place of these, as a format has them: of rounds, it decides by their results who plays
  /// whom next. Of `deals` and `rotated` nothing counts.
  [[nodiscard]] Rankings play(const Shape& shape, std::mt19937_64& source) const;
};

}  // namespace tribunal
