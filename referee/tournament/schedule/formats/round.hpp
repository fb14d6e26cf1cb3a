#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "ratings/model/rankings.hpp"
#include "tournament/schedule/formats/shape.hpp"

namespace tribunal {

/// Groups that play the same deals of the same games before anything is decided by them.
struct Round {
  std::vector<std::vector<int>> groups;  ///< each of as many bots as there are seats
  std::uint64_t deals = 1;

  bool operator==(const Round&) const = default;
};

/// The bots, out of `bots`, that play in no group of the round.
[[nodiscard]] std::vector<int> resting_in(const Round& round, std::vector<int> bots);

/// A round and its results. Games stand in the order deal, group, game, seating.
struct PlayedRound {
  Round round;
  std::uint64_t first_deal = 0;
  /// The places of each game, one for each bot of its group; `forfeited_place` for a bot that forfeited; 0
  /// while the game is not finished, or if it is left out.
  std::vector<std::int8_t> places;

  bool operator==(const PlayedRound&) const = default;
};

/// The rankings of the games that were played; those of a deal are a cluster.
[[nodiscard]] Rankings rankings_of(const Shape& shape, std::span<const PlayedRound> played);

/// The place points of a bot: in each game a point for each bot that it leaves behind it and half a point for
/// each that shares its place. A game that it forfeits gives nothing, even against others that forfeit it. So
/// every game of a plan counts the same, whatever its points are worth.
struct PlacePoints {
  std::int64_t halves = 0;    ///< half points
  std::int64_t most = 0;      ///< the half points of a bot that wins every game
  std::int64_t forfeits = 0;  ///< games that it forfeited

  void add(const PlacePoints& more) {
    halves += more.halves;
    most += more.most;
    forfeits += more.forfeits;
  }
  bool operator==(const PlacePoints&) const = default;
};

/// The place points of `bot`, by its position in the group, in a game with these places
/// (`PlayedRound::places`).
[[nodiscard]] PlacePoints points_in(std::span<const std::int8_t> places, std::size_t bot);

/// A game of a round that was played.
struct GameOfRound {
  std::uint64_t deal = 0;
  std::size_t group = 0;  ///< its number
  std::span<const std::int8_t> places;
};

/// Calls `visit` with every game of a round that was played.
void for_each_game(const PlayedRound& played, int seats,
                   const std::function<void(const GameOfRound&)>& visit);

/// The points of each bot of each group of a round, in the games that were played.
[[nodiscard]] std::vector<std::vector<PlacePoints>> points_of(const PlayedRound& played, int seats);

/// The half points that a bot could win in a round by playing all games of a group.
[[nodiscard]] std::int64_t most_points_in(const PlayedRound& played, int seats);

/// The points of each bot over these rounds. A bye counts as nothing; but what a bot missed before it joined
/// or since it was withdrawn counts as lost, as in chess, or one might win by playing a single good round.
[[nodiscard]] std::vector<PlacePoints> points_of_bots(const Shape& shape,
                                                      std::span<const PlayedRound> played);

}  // namespace tribunal
