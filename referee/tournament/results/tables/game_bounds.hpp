#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tournament/plan/tournament.hpp"
#include "tournament/schedule/game_result.hpp"

namespace tribunal {

/// The bounds that every game of a tournament keeps, so that no code behind the reader of results checks them
/// again. Whether a game happened so is another question, which `verify_tournament` answers.
class GameBounds {
 public:
  explicit GameBounds(const Tournament& tournament);

  /// The reason why no game has this place in the schedule, a phrase; empty if one has or, in a format of
  /// rounds, may have.
  [[nodiscard]] std::string objection_to_index(std::uint64_t index) const;
  /// The value in `result`, whose `index` and `game` are right, that no game of the tournament can have: the
  /// number of seats, a bot, its deal, its places, the points of a bot. A phrase; empty if all values are
  /// possible.
  [[nodiscard]] std::string objection(const GameResult& result) const;
  /// The reason why these cannot be the groups and deals of a round that comes after rounds of `games_before`
  /// games; empty if they can.
  [[nodiscard]] std::string objection(const Round& round, std::uint64_t games_before) const;

 private:
  [[nodiscard]] std::string objection_to_bots(const std::vector<SeatResult>& seats) const;
  /// Checks the scores of bots alone: the rules state no bounds for the seats that the referee plays.
  [[nodiscard]] std::string objection_to_scores(const GameResult& result) const;

  std::uint64_t games_;  ///< at most, all rounds together
  std::uint64_t deals_;
  std::uint64_t deals_a_round_;
  std::uint64_t games_a_deal_;  ///< of a group
  int players_;
  int bots_;
  bool group_twice_;                 ///< a bot may be in two groups of a round
  std::vector<int> seats_;           ///< of each of the plan's games
  std::vector<int> ranked_;          ///< of these, those that have places
  std::vector<ScoreBounds> scores_;  ///< of each of the plan's games
};

}  // namespace tribunal
