#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "tournament/schedule/formats/shape.hpp"

namespace tribunal {

/// How much a tournament comes to before anything is played. Where results decide, between what and what.
/// What withdrawn bots have played is not known here, and counts as played.
struct Extent {
  std::uint64_t fewest_games = 0;
  std::uint64_t most_games = 0;
  std::uint64_t fewest_rounds = 0;  ///< 0 in formats without rounds
  std::uint64_t most_rounds = 0;

  bool operator==(const Extent&) const = default;
};

/// Of a shape whose parts fit together; nothing if there may be more than 2^48 games.
[[nodiscard]] std::optional<Extent> extent_of(const Shape& shape);

/// Games of one bot: as many, or where results decide, between what and what.
struct GamesOfBot {
  std::uint64_t fewest = 0;
  std::uint64_t most = 0;

  GamesOfBot& operator+=(const GamesOfBot& more) {
    fewest += more.fewest;
    most += more.most;
    return *this;
  }
  bool operator==(const GamesOfBot&) const = default;
};

/// Of each bot of a shape that has an extent.
[[nodiscard]] std::vector<GamesOfBot> games_of_bots(const Shape& shape);

}  // namespace tribunal
