#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "tournament/plan/tournament.hpp"
#include "tournament/results/results.hpp"
#include "tournament/results/tables/play_periods.hpp"
#include "tournament/standings/standings.hpp"

namespace tribunal {

/// A version of a bot.
struct VersionRow {
  std::string bot;     ///< name in standings: `greedy`, or `greedy@0c1f66a2` if there are several versions
  std::string name;    ///< name of the bot
  std::string sha256;  ///< hash of its files; empty if there are none
  bool newest = false;
  bool withdrawn = false;  ///< whether it plays no more; unset for bots of several tournaments
  bool excluded = false;   ///< whether the organiser excluded it in at least one tournament
  PlayPeriod period{};     ///< period of its games that count
  /// Results folders with games of it that count, by index in `VersionHistory::nights`, ascending.
  std::vector<std::size_t> nights{};
  std::optional<Rating> rating{};  ///< rating from all games together
};

/// One of several results folders.
struct Night {
  std::string folder;  ///< path as it was given; empty for a single folder
  PlayPeriod period;
  /// If none of its games counts, the time when its last games were stored. None if that is unknown.
  std::optional<std::int64_t> last_known{};

  /// The time by which nights are ordered. None if it is unknown.
  [[nodiscard]] std::optional<std::int64_t> order() const {
    return period.first ? std::optional{period.first->seconds} : last_known;
  }
};

/// The versions of all bots over time.
struct VersionHistory {
  std::vector<VersionRow> rows;  ///< rows by bot in the order of the standings, then by time
  std::vector<Night> nights;     ///< nights in the order of time; those without a time come first, in the
                                 ///< given order
};

/// The entrants of a table: the versions of all bots in one or several tournaments, and the bots of an
/// import.
class Entrants {
 public:
  Entrants(const Tournament& tournament, const Versions& versions);
  /// The entrants of several tournaments, in `folders`, and of `imported` bots, which have no versions. If a
  /// bot has several versions, or if `with_times` is set, versions are in the order of time and have periods.
  /// Then the newest version is the one with the last game that counts. Without such games it is the one that
  /// played last in the last night with the bot.
  [[nodiscard]] static Result<Entrants> of(std::span<const Results> tournaments,
                                           std::span<const std::filesystem::path> folders,
                                           const std::vector<std::string>& imported, bool with_times);

  /// The rows by bot, then by version. They have periods only if those are known.
  [[nodiscard]] const std::vector<VersionRow>& rows() const { return rows_; }
  /// The name of each row in standings.
  [[nodiscard]] std::vector<std::string> names() const;
  /// The index in `rows` of the entrant that had this seat in a game of this tournament.
  [[nodiscard]] int at(std::size_t tournament, const SeatResult& seat) const;
  /// The rows with the newest version of each bot chosen among those with games. `has_games`: for each row,
  /// whether it has games. If the newest version has none, the last one with games becomes the newest. If no
  /// version has games, nothing changes.
  [[nodiscard]] std::vector<VersionRow> that_count(const std::vector<bool>& has_games) const;
  /// Adds the hashes of versions that were unknown before. Their numbers do not change.
  void learn(const Tournament& tournament, const Versions& versions);
  /// Adds the next night, in which this tournament was played.
  void add_night(Night night, std::size_t tournament, const PlayPeriods& periods);
  /// Makes the version of each bot that played last in the added nights its newest.
  void set_newest_by_time();
  /// The history for these rows and `standings`. Versions without games that count are included only if they
  /// are excluded.
  [[nodiscard]] VersionHistory history(const Standings& standings, std::vector<VersionRow> rows) const;

 private:
  struct Source {
    const Plan& plan;
    const Versions& versions;
  };

  /// `order`: the sources in the order of time.
  Entrants(const std::vector<Source>& sources, const std::vector<std::size_t>& order,
           const std::vector<std::string>& imported);

  std::vector<VersionRow> rows_;
  std::vector<std::vector<std::vector<std::size_t>>> rows_of_;  ///< indices of rows by tournament, bot and
                                                                ///< version
  std::vector<Night> nights_;
};

}  // namespace tribunal
