#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include <SQLiteCpp/SQLiteCpp.h>

#include "base/error.hpp"
#include "tournament/results/tables/stored_tournament.hpp"

namespace tribunal {

/// Games that count, and when they were stored: seconds since 1970, in UTC.
struct PlayPeriod {
  std::uint64_t games = 0;
  std::optional<std::int64_t> first{};  ///< none without games
  std::optional<std::int64_t> last{};

  void add(const PlayPeriod& more);
  bool operator==(const PlayPeriod&) const = default;
};

/// The periods of a tournament's bots, by bot and version.
using PlayPeriods = std::vector<std::vector<PlayPeriod>>;

/// Reads when each version of each bot played. Games with one of the `excluded` bots, by their indices, count
/// for nobody and are left out. So is a row whose bots cannot be read: whoever reads games reports it. The
/// error is a sentence about a game without a possible time. Throws SQLite::Exception.
[[nodiscard]] Result<PlayPeriods> read_periods(const SQLite::Database& database,
                                               const VersionNumbers& numbers, const Versions& versions,
                                               const std::set<int>& excluded = {});

}  // namespace tribunal
