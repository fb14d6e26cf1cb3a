#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tournament/plan/versions.hpp"
#include "tournament/results/tables/play_periods.hpp"
#include "tournament/standings/standings.hpp"

namespace tribunal {

/// A version of a bot over time.
struct VersionRow {
  std::string bot;     ///< as the standings name it: `greedy`, or `greedy@0c1f66a2` if there are several
  std::string name;    ///< the bot's
  std::string sha256;  ///< of its files; empty if there are none
  bool newest = false;
  bool excluded = false;  ///< by the organiser, so that none of its games counts
  PlayPeriod period;      ///< its games that count
  /// Results folders with games of it that count, by their index in `VersionHistory::nights`, ascending.
  std::vector<std::size_t> nights;
  std::optional<Rating> rating;  ///< from all games together
};

/// A results folder, as one of several.
struct Night {
  std::string folder;  ///< as it was named
  PlayPeriod period;
  /// When its last games were stored, by the folder, if none of its games counts; nothing if that is unknown.
  std::optional<std::int64_t> last_known{};

  /// The time by which nights are ordered; nothing if it is not known.
  [[nodiscard]] std::optional<std::int64_t> order() const { return period.first ? period.first : last_known; }
};

/// The versions of all bots over time.
struct VersionHistory {
  std::vector<VersionRow> rows;  ///< by bot, in the order of the standings; its versions in the order of time
  std::vector<Night> nights;     ///< in the order of time; those without a time before the others, as named
};

/// The games of a version that count, and the nights in which it played, by their place in the order of time.
struct EntrantNights {
  PlayPeriod period;
  std::vector<std::size_t> nights;
};

/// The rows of a history, in the order of the standings. `played`: of each entrant (`Versions::entrants`).
/// A version without games that count has a row only if it is excluded.
[[nodiscard]] std::vector<VersionRow> version_rows(const Standings& standings, const Versions& versions,
                                                   const std::vector<EntrantNights>& played);

/// The history in one results folder. `periods` are of its versions. There is one night, without a name.
[[nodiscard]] VersionHistory history_of(const Standings& standings, const Versions& versions,
                                        const PlayPeriods& periods);

/// Writes to the rows which bot and version each is, and whether a newer version plays in its place.
void mark_versions(Standings& standings, const Versions& versions);

/// The versions, with the newest of each bot chosen among those with games that count, as `has_games` tells
/// of each entrant: if the newest has none, it is the last one that has. Without any it stays.
[[nodiscard]] Versions with_newest_of(Versions versions, const std::vector<bool>& has_games);

/// Tells of each entrant (`Versions::entrants`) whether it is an older version.
[[nodiscard]] std::vector<bool> older_versions(const Versions& versions);

}  // namespace tribunal
