#pragma once

#include <expected>
#include <string>
#include <utility>
#include <vector>

#include "tournament/results.hpp"
#include "tournament/standings.hpp"

namespace tribunal {

/// The standings of a tournament: over all that was played and, if its plan has several games, in each of
/// them.
struct TournamentStandings {
  Standings overall;                                     ///< without points if there are several games
  std::vector<std::pair<std::string, Standings>> games;  ///< by the plan's names; none if there is one game
  /// SHA-256 over the content hashes of the games in schedule order: equal for two tournaments if and only if
  /// the same was played.
  Bytes32 content{};
};

/// The standings after the games kept so far. `bootstrap` as in `RatingOptions`.
[[nodiscard]] std::expected<TournamentStandings, StoreError> standings_of(const Results& results,
                                                                          std::size_t bootstrap = 0);

}  // namespace tribunal
