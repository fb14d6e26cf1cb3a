#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include <SQLiteCpp/SQLiteCpp.h>

#include "base/error.hpp"
#include "tournament/results/tables/stored_tournament.hpp"

namespace tribunal {

/// The turn of a game in the order of time.
struct Turn {
  std::int64_t seconds = 0;  ///< since 1970, in UTC
  std::int64_t run = 0;      ///< the number of its conditions: several runs may end in one second

  auto operator<=>(const Turn&) const = default;
};

/// Games that count, and when they were stored. One that was played out of its turn, by a ruling or after a
/// fault of the machine, has the time of what it replaces, and no later one than any game of its deal or of
/// those behind it: it makes no version newer.
struct PlayPeriod {
  std::uint64_t games = 0;
  std::optional<Turn> first{};  ///< none without games
  std::optional<Turn> last{};

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

/// Notes that the games from this one on, which are about to be forgotten, are played anew in this database.
/// Throws SQLite::Exception.
void note_left_behind(SQLite::Database& database, std::uint64_t first);

}  // namespace tribunal
