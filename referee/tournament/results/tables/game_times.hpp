#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include <SQLiteCpp/SQLiteCpp.h>

#include "tournament/results/tables/stored_tournament.hpp"

namespace tribunal {

/// The end of the year 9999, in seconds since 1970: times of games are 0 to this.
inline constexpr std::int64_t latest_time = 253'402'300'799;

/// Games that were stored and count, and when: seconds since 1970, in UTC. A row that somebody
/// deleted leaves a game without a time.
struct PlayPeriod {
  std::uint64_t games = 0;
  std::uint64_t timed = 0;              ///< games of which the time is known
  std::optional<std::int64_t> first{};  ///< of these
  std::optional<std::int64_t> last{};

  void add(const PlayPeriod& more);
  /// Whether no game lacks a time, so that `first` and `last` are those of all games.
  [[nodiscard]] bool is_known() const { return games > 0 && timed == games; }
  bool operator==(const PlayPeriod&) const = default;
};

/// The periods of a tournament's bots, by bot and version.
using PlayPeriods = std::vector<std::vector<PlayPeriod>>;

/// Reads when each version of each bot played. Games with one of the `excluded` bots, by their indices, count
/// for nobody and are left out. So is a row that cannot be read: whoever reads games reports it. Throws
/// SQLite::Exception.
[[nodiscard]] PlayPeriods read_periods(const SQLite::Database& database, const VersionNumbers& numbers,
                                       const Versions& versions, const std::set<int>& excluded = {});

}  // namespace tribunal
