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
#include "tournament/plan/versions.hpp"
#include "tournament/results/results.hpp"
#include "tournament/results/tables/play_periods.hpp"
#include "tournament/standings/standings.hpp"

namespace tribunal {

/// A version of a bot, over time.
struct VersionRow {
  std::string bot;     ///< as the standings name it: `greedy`, or `greedy@0c1f66a2` if there are several
  std::string name;    ///< the bot's
  std::string sha256;  ///< of its files; empty if there are none
  bool newest = false;
  bool withdrawn = false;  ///< it plays no more; not told of bots in several tournaments
  bool excluded = false;   ///< by the organiser, in one of the tournaments or more
  PlayPeriod period{};     ///< its games that count
  /// Results folders with games of it that count, by their index in `VersionHistory::nights`, ascending.
  std::vector<std::size_t> nights{};
  std::optional<Rating> rating{};  ///< from all games together
};

/// A results folder, as one of several.
struct Night {
  std::string folder;  ///< as it was named; empty for a folder alone
  PlayPeriod period;
  /// When its last games were stored, by the folder, if none of its games counts; nothing if that is unknown.
  std::optional<std::int64_t> last_known{};

  /// The time by which nights are ordered; nothing if it is not known.
  [[nodiscard]] std::optional<std::int64_t> order() const {
    return period.first ? std::optional{period.first->seconds} : last_known;
  }
};

/// The versions of all bots over time.
struct VersionHistory {
  std::vector<VersionRow> rows;  ///< by bot, in the order of the standings; its versions in the order of time
  std::vector<Night> nights;     ///< in the order of time; those without a time before the others, as named
};

/// The entrants of a table: the versions of all bots in one tournament or several, and bots of an import.
class Entrants {
 public:
  Entrants(const Tournament& tournament, const Versions& versions);
  /// Those of several tournaments, in `folders`, and of `imported` bots, which have no versions. If a bot has
  /// several versions, or `with_times` is wanted, these are in the order of time, with their periods; the
  /// newest one is then the version whose last game that counts is the last, or without such games the one
  /// that played last in the last night with the bot.
  [[nodiscard]] static Result<Entrants> of(std::span<const Results> tournaments,
                                           std::span<const std::filesystem::path> folders,
                                           const std::vector<std::string>& imported, bool with_times);

  /// By bot, then version. Only with periods, if any.
  [[nodiscard]] const std::vector<VersionRow>& rows() const { return rows_; }
  /// The name of each row in standings.
  [[nodiscard]] std::vector<std::string> names() const;
  /// The index in `rows` of who had a seat in a game of that tournament.
  [[nodiscard]] int at(std::size_t tournament, const SeatResult& seat) const;
  /// The rows, with the newest version of each bot among those with games, as `has_games` tells of each row:
  /// if the newest has none, it is the last one that has. Without any it stays.
  [[nodiscard]] std::vector<VersionRow> that_count(const std::vector<bool>& has_games) const;
  /// Takes the hashes of versions that were not known before; their number does not change.
  void learn(const Tournament& tournament, const Versions& versions);
  /// Adds the next night, in which this tournament was played.
  void add_night(Night night, std::size_t tournament, const PlayPeriods& periods);
  /// Takes the version of each bot that played last in the nights that were added for its newest.
  void set_newest_by_time();
  /// The history after `standings` of these rows. A version without games that count is in it only if it is
  /// excluded.
  [[nodiscard]] VersionHistory history(const Standings& standings, std::vector<VersionRow> rows) const;

 private:
  struct Source {
    const Plan& plan;
    const Versions& versions;
  };

  /// `order`: of the sources in time.
  Entrants(const std::vector<Source>& sources, const std::vector<std::size_t>& order,
           const std::vector<std::string>& imported);

  std::vector<VersionRow> rows_;
  std::vector<std::vector<std::vector<std::size_t>>> rows_of_;  ///< by tournament, bot and version
  std::vector<Night> nights_;
};

}  // namespace tribunal
