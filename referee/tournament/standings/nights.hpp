#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "tournament/plan/versions.hpp"
#include "tournament/results/results.hpp"
#include "tournament/standings/history.hpp"

namespace tribunal {

/// When each of the tournaments was played.
struct NightTimes {
  std::vector<PlayPeriods> periods;  ///< of each tournament, its bots and versions
  std::vector<Night> nights;         ///< of each tournament
  std::vector<std::size_t> order;    ///< the tournaments, as `VersionHistory::nights` are ordered
};

/// No times: the tournaments are in the order in which they are named.
[[nodiscard]] NightTimes unknown_times(const std::vector<std::filesystem::path>& folders);
/// Reads these times. `folders`: of the tournaments.
[[nodiscard]] Result<NightTimes> times_of(const std::vector<std::filesystem::path>& folders,
                                          const std::vector<Results>& tournaments);

/// The versions of all bots that took part in any of the tournaments, in the order of time, and of bots of
/// `others`, which have none.
[[nodiscard]] Versions versions_of_all(const std::vector<Results>& tournaments, const NightTimes& times,
                                       const std::vector<std::string>& others);

/// The entrants of `all` that the versions of a tournament's bots are.
[[nodiscard]] std::vector<std::vector<int>> entrants_of(const Versions& versions, Versions& all);

/// The games of each version of all bots, by its index among the entrants.
[[nodiscard]] std::vector<EntrantNights> played_by(const std::vector<Results>& tournaments,
                                                   const NightTimes& times, Versions& versions);

/// Sets the newest version of each bot, among those with games that count: the one whose last game is the
/// last; without `times` the one that played last in the last night with such games of the bot. If no version
/// has any, it is the one that played last in the last night with the bot.
void set_newest(const std::vector<Results>& tournaments, const NightTimes& times,
                const std::vector<EntrantNights>& played, Versions& versions);

/// The history over all nights.
[[nodiscard]] VersionHistory joint_history(const Standings& standings, const Versions& versions,
                                           const NightTimes& times, const std::vector<EntrantNights>& played);

}  // namespace tribunal
