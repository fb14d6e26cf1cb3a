#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "ratings/model/rankings.hpp"
#include "tournament/schedule/formats/shape.hpp"

namespace tribunal {

/// Groups that play the same deals of the same games before their results decide anything.
struct Round {
  std::vector<std::vector<int>> groups;  ///< groups, each with one bot per seat
  std::uint64_t deals = 1;

  bool operator==(const Round&) const = default;
};

/// Those of `bots` that are in no group of the round.
[[nodiscard]] std::vector<int> resting_in(const Round& round, std::vector<int> bots);

/// A round and its results. Games are ordered by deal, group, game, seating.
struct PlayedRound {
  Round round;
  std::uint64_t first_deal = 0;
  /// The places in each game, one for each bot of its group: `forfeited_place` for a bot that forfeited, and
  /// 0 while the game is unfinished or if it is skipped.
  std::vector<std::int8_t> places;

  bool operator==(const PlayedRound&) const = default;
};

/// The rounds of a tournament so far, from the first on.
using PlayedRounds = std::span<const PlayedRound>;

/// The rankings of the games that were played. Those of a deal are a cluster.
[[nodiscard]] Rankings rankings_of(const Shape& shape, PlayedRounds played);

/// The place points of a bot. In each game it gets a point for each bot placed behind it, and half a point
/// for each in the same place. A forfeited game gives no points, even against others that forfeit. Thus every
/// game of a plan counts the same, however many points it is played for.
struct PlacePoints {
  std::int64_t halves = 0;    ///< number of half points
  std::int64_t most = 0;      ///< half points of a bot that wins every game
  std::int64_t forfeits = 0;  ///< number of games that it forfeited

  void add(const PlacePoints& more) {
    halves += more.halves;
    most += more.most;
    forfeits += more.forfeits;
  }
  bool operator==(const PlacePoints&) const = default;
};

/// The place points in a game with these places (`PlayedRound::places`) of the bot at index `bot` in its
/// group.
[[nodiscard]] PlacePoints points_in(std::span<const std::int8_t> places, std::size_t bot);

/// A game of a round that was played.
struct GameOfRound {
  std::uint64_t deal = 0;
  std::size_t group = 0;  ///< number of the deal
  std::span<const std::int8_t> places;
};

/// Calls `visit` with every game of a round that was played.
void for_each_game(const PlayedRound& played, int seats,
                   const std::function<void(const GameOfRound&)>& visit);

/// The points of each bot of each group of a round in the games that were played.
[[nodiscard]] std::vector<std::vector<PlacePoints>> points_of(const PlayedRound& played, int seats);

/// The half points that a bot could win in a round if it won all games of a group.
[[nodiscard]] std::int64_t most_points_in(const PlayedRound& played, int seats);

/// The points of each bot in these rounds. A bye does not count. Rounds before a bot joined, or after it was
/// withdrawn, count as lost, as in chess. Otherwise a bot could win by playing a single good round.
[[nodiscard]] std::vector<PlacePoints> points_of_bots(const Shape& shape, PlayedRounds played);

}  // namespace tribunal
