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

/// The position of a game in time.
struct Turn {
  std::int64_t seconds = 0;  ///< since 1970, in UTC
  std::int64_t run = 0;      ///< number of its conditions, because several runs may end in one second

  auto operator<=>(const Turn&) const = default;
};

/// A number of games that count, and when they were stored. A game that was played out of turn, because of a
/// ruling or a fault of the machine, gets the time of the game that it replaces. That time is never later
/// than any game of its deal or of later deals. Such games therefore do not make a version newer.
struct PlayPeriod {
  std::uint64_t games = 0;
  std::optional<Turn> first{};  ///< none without games
  std::optional<Turn> last{};

  void add(const PlayPeriod& more);
  bool operator==(const PlayPeriod&) const = default;
};

/// The periods of a tournament's bots, by bot and version.
using PlayPeriods = std::vector<std::vector<PlayPeriod>>;

/// Reads when each version of each bot played. Games with a bot in `excluded`, given by index, do not count.
/// A row whose bots cannot be read is skipped, because reading the game reports it. The error is a sentence
/// about a game with an impossible time. Throws SQLite::Exception.
[[nodiscard]] Result<PlayPeriods> read_periods(const SQLite::Database& database,
                                               const VersionNumbers& numbers, const Versions& versions,
                                               const std::set<int>& excluded = {});

/// Notes that the games from `first` on, which are about to be deleted, will be played again in this
/// database. Throws SQLite::Exception.
void note_left_behind(SQLite::Database& database, std::uint64_t first);

}  // namespace tribunal
