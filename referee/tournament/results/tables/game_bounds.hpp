#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tournament/plan/tournament.hpp"
#include "tournament/schedule/game_result.hpp"

namespace tribunal {

/// The bounds that every game of a tournament must keep. They are checked when results are read, and nowhere
/// else. Whether a game was played like this is checked by `verify_tournament`.
class GameBounds {
 public:
  explicit GameBounds(const Tournament& tournament);

  /// A phrase that says why no game has this index in the schedule. Empty if a game has it or, in a format of
  /// rounds, may have it.
  [[nodiscard]] std::string objection_to_index(std::uint64_t index) const;
  /// A phrase about a value in `result` that no game of the tournament can have: the number of seats, a bot,
  /// its deal, its places, or the points of a bot. Empty if all are possible. `index` and `game` must be
  /// right.
  [[nodiscard]] std::string objection(const GameResult& result) const;
  /// The reason that these cannot be the groups and deals of a round after earlier rounds of `games_before`
  /// games. Empty if they can.
  [[nodiscard]] std::string objection(const Round& round, std::uint64_t games_before) const;

 private:
  [[nodiscard]] std::string objection_to_bots(const std::vector<SeatResult>& seats) const;
  /// Checks only the scores of bots, because the rules state no bounds for the seats that the referee plays.
  [[nodiscard]] std::string objection_to_scores(const GameResult& result) const;

  std::uint64_t games_;  ///< largest number of games in all rounds together
  std::uint64_t deals_;
  std::uint64_t deals_a_round_;
  std::uint64_t games_a_deal_;  ///< games per deal and group
  int players_;
  int bots_;
  bool group_twice_;                 ///< whether a bot may be in two groups of a round
  std::vector<int> seats_;           ///< number of seats of each of the plan's games
  std::vector<int> ranked_;          ///< number of these seats that have places
  std::vector<ScoreBounds> scores_;  ///< bounds for scores of each of the plan's games
};

}  // namespace tribunal
