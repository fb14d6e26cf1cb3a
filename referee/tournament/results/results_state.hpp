#pragma once

#include <cstdint>
#include <filesystem>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "record/compact.hpp"
#include "tournament/plan/meta.hpp"
#include "tournament/results/folder.hpp"
#include "tournament/results/forfeit.hpp"
#include "tournament/results/read_database.hpp"
#include "tournament/results/results.hpp"
#include "tournament/results/tables/game_row.hpp"
#include "tournament/results/tables/sqlite.hpp"
#include "tournament/results/tables/stored_games.hpp"
#include "tournament/results/tables/stored_tournament.hpp"

namespace tribunal {

/// An open results folder, and how its games are read.
struct Results::State {
  std::filesystem::path folder;
  SQLite::Database database;
  AllConditions conditions;
  Tournament tournament;
  Bytes32 commitment;
  std::int64_t ruling = 0;  ///< that made these games void; 0: they count
  GameBounds bounds{tournament};
  Versions versions{tournament.plan};
  VersionNumbers version_numbers = number_versions(database, conditions, ruling, versions);
  ConditionHashes condition_hashes = hash_conditions(database);
  std::string unverified = read_meta(database, meta::unverified);

  RoundSource rounds = RoundSource::stored;

  /// Lets the schedule take notice of a game; to be called in their order.
  void note(const GameResult& game) { note_in(tournament.schedule, game); }
  static void note_in(Schedule& schedule, const GameResult& game) {
    if (schedule.is_whole()) return;
    if (game.index >= schedule.size()) schedule.leave_out();  // its round was started without the others
    schedule.note(game);
  }

  [[nodiscard]] Error damaged(const std::string& why) const {
    return {ErrorCode::unreadable, Place{folder.string()}, why};
  }

  /// The id of a game of this index, among those that are read here.
  [[nodiscard]] std::int64_t id_of(std::uint64_t index) const {
    return first_id(ruling) + static_cast<std::int64_t>(index);
  }

  [[nodiscard]] Result<std::uint64_t> count_rows(const std::string& rows_of) const {
    return guarded(folder, [&]() -> Result<std::uint64_t> {
      Rows rows{database, "SELECT count(*) FROM " + rows_of};
      return rows.step() ? static_cast<std::uint64_t>(rows.number(0)) : 0;
    });
  }

  /// The limits of each seat under these conditions, if not all are the same (`Record::own_limits`).
  [[nodiscard]] static std::vector<Limits> own_limits_of(const std::vector<Entrant>& entrants,
                                                         const Conditions& at) {
    std::vector<Limits> own;
    for (std::size_t seat = 0; seat < entrants.size(); ++seat) {
      const auto found = at.bot_limits.find(entrants[seat].bot);
      if (found == at.bot_limits.end()) continue;
      if (own.empty()) own.assign(entrants.size(), at.limits);
      own[seat] = found->second;
      own[seat].on_fault = at.limits.on_fault;
      own[seat].clock = at.limits.clock;
    }
    return own;
  }

  /// The parts of a game that its stored record leaves out.
  [[nodiscard]] RecordFrame frame(const GameResult& result, const Conditions& at,
                                  const Secret& secret) const {
    RecordFrame frame{
        .rules = tournament.rules.at(static_cast<std::size_t>(result.game)),
        .deal = {tournament.plan.name, result.deal, deal_key(secret, tournament.plan.name, result.deal)},
        .entrants = {},
        .limits = at.limits,
        .host = at.host};
    for (const auto& seat : result.seats) {
      if (seat.usage) frame.usage.push_back(*seat.usage);
      const auto bot = static_cast<std::size_t>(seat.bot);
      frame.entrants.push_back({tournament.plan.bots.at(bot).name, "", at.sha256.at(bot)});
    }
    frame.own_limits = own_limits_of(frame.entrants, at);
    return frame;
  }

  /// Calls `use` at each game of a query until it returns false.
  template <class Use>
  [[nodiscard]] Result<void> walk(const std::string& select, Use use) const {
    return walk_in(database, select, use);
  }
  /// Like `walk`, by another connection to the database.
  template <class Use>
  [[nodiscard]] Result<void> walk_in(const SQLite::Database& connection, const std::string& select,
                                     Use use) const {
    return guarded(folder, [&]() -> Result<void> {
      StoredGames games{connection, select, ruling, bounds, tournament.schedule};
      while (true) {
        Result<bool> going = games.step();
        if (going && *going) going = use(std::as_const(games));
        if (!going) return std::unexpected{damaged(going.error().message)};
        if (!*going) return {};
      }
    });
  }

  /// Reads the game at which `games` stands, but for its bots' versions. The seats that forfeited follow from
  /// the conditions under which it was played. Returns the number of these conditions.
  [[nodiscard]] Result<std::int64_t> read_result(const StoredGames& games, LastColumn last,
                                                 GameResult& result) const {
    if (auto is_read = from_row(row_view(games, last), last, result); !is_read)
      return std::unexpected{is_read.error()};
    if (auto settled = games.settle(result); !settled) return std::unexpected{settled.error()};
    const auto id = games.row().number(conditions_column);
    const auto then = conditions.find(id);
    if (then == conditions.end())
      return std::unexpected{
          damaged_game(games.index(), fmt::format("its conditions, {}, are not there", id))};
    result.forfeited = forfeited(result.seats, then->second.limits.on_fault);
    return id;
  }

  /// Reads the game at which `games` stands. Returns the number of its conditions.
  [[nodiscard]] Result<std::int64_t> read(const StoredGames& games, LastColumn last,
                                          GameResult& result) const {
    auto id = read_result(games, last, result);
    if (!id) return id;
    const auto versions_then = version_numbers.find(*id);
    const auto known = versions_then == version_numbers.end() ? 0 : versions_then->second.size();
    for (auto& seat : result.seats) {
      const auto bot = static_cast<std::size_t>(seat.bot);
      if (bot >= known)
        return std::unexpected{
            damaged_game(games.index(), "its conditions know nothing of its bot " + std::to_string(bot))};
      seat.version = versions_then->second[bot];
    }
    return id;
  }

  /// Reads the record of the game that `read` puts into `result`.
  [[nodiscard]] Result<Record> read_record(const StoredGames& games, const Secret& secret,
                                           GameResult& result) const {
    const auto id = read(games, LastColumn::content, result);
    if (!id) return std::unexpected{id.error()};
    return record_of(games, secret, result, *id);
  }
  /// Reads the record of the game that was read as `result`, under the conditions of this number.
  [[nodiscard]] Result<Record> record_of(const StoredGames& games, const Secret& secret,
                                         const GameResult& result, std::int64_t id) const {
    const auto& at = conditions.at(id);
    auto record = from_compact(games.row().text(record_column), frame(result, at, secret));
    if (!record)
      return std::unexpected{"game " + std::to_string(result.index) + ": " + record.error().message};
    return *std::move(record);
  }
};

}  // namespace tribunal
