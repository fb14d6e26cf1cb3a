#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <SQLiteCpp/SQLiteCpp.h>

#include "base/digest.hpp"
#include "base/error.hpp"
#include "record/record.hpp"
#include "tournament/results/tables/game_row.hpp"
#include "tournament/results/tables/schema.hpp"
#include "tournament/results/tables/sqlite.hpp"
#include "tournament/results/tables/stored_tournament.hpp"
#include "tournament/schedule/game_result.hpp"

namespace tribunal {

/// The stored games that count, or that one ruling made void, in the order of the schedule. Each is validated
/// before it is passed on.
class StoredGames {
 public:
  StoredGames(const SQLite::Database& database, const std::string& select, std::int64_t ruling,
              const GameBounds& bounds, const Schedule& schedule)
      : rows_{database, select}, first_id_{first_id(ruling)}, bounds_{bounds}, schedule_{schedule} {}

  /// Moves to the next game. False behind the last one. The error names the game. Throws SQLite::Exception.
  [[nodiscard]] Result<bool> step() {
    if (!rows_.step()) return false;
    const auto before = std::exchange(index_, id() - first_id_);
    if (const auto wrong = bounds_.objection_to_index(static_cast<std::uint64_t>(index_)); !wrong.empty())
      return std::unexpected{damaged_game(index_, wrong)};
    if (index_ <= before) return std::unexpected{damaged_game(index_, "it is listed twice")};
    return true;
  }
  /// Completes what was read of the current game, and checks that it is possible.
  [[nodiscard]] Result<void> settle(GameResult& result) const {
    result.game = schedule_.game_of(result.index);
    const auto wrong = bounds_.objection(result);
    if (wrong.empty()) return {};
    return std::unexpected{damaged_game(index_, wrong)};
  }
  [[nodiscard]] const Rows& row() const { return rows_; }
  [[nodiscard]] std::int64_t id() const { return rows_.number(0); }
  [[nodiscard]] std::int64_t index() const { return index_; }

 private:
  Rows rows_;
  std::int64_t first_id_;
  const GameBounds& bounds_;
  const Schedule& schedule_;
  std::int64_t index_ = -1;
};

// Queries for stored games in the order of the schedule, and the numbers of their columns.

inline constexpr int conditions_column = 2;
inline constexpr int first_text_column = 3;  ///< column of bots
inline constexpr int faults_column = 6;
inline constexpr int usage_column = 8;
inline constexpr int content_column = 9;
inline constexpr int record_column = 10;
inline constexpr int seal_column = 11;
inline constexpr int stored_column = 12;

/// The end of the year 9999 in seconds since 1970. Games must have been stored between 0 and this time.
inline constexpr std::int64_t latest_time = 253'402'300'799;
inline constexpr auto wrong_time = "has an impossible time of storage; expected seconds since 1970";

/// A query for the columns of `games` up to `last`. `which`: a condition in SQL.
[[nodiscard]] std::string select_games(LastColumn last, const std::string& which);
/// A query for all columns, with record, seal and time.
[[nodiscard]] std::string select_records(const std::string& which);

/// The current row, valid until `stored.step()`.
[[nodiscard]] GameRowView row_view(const StoredGames& stored, LastColumn last);

/// A row of the table `notes`.
struct StoredNote {
  std::optional<NoteKind> kind;
  std::int64_t seat = 0;
  std::string message;
  std::string error_tail;
  bool is_as_written = false;  ///< whether its number is its position, and its cells have the right types
};

/// Reads the notes of games. They must be requested in ascending order of ids.
class StoredNotes {
 public:
  /// Starts at the game with this id.
  StoredNotes(const SQLite::Database& database, std::int64_t first_id);

  /// The notes of the game with this id, in their order. If they are too large, the last ones are replaced by
  /// one that is not as written.
  [[nodiscard]] std::vector<StoredNote> of(std::int64_t id);
  /// The notes of one kind.
  [[nodiscard]] std::vector<StoredNote> of(std::int64_t id, NoteKind kind);

 private:
  Rows rows_;
  bool is_there_;
};

/// SHA-256 of the text of each set of conditions, by its number.
using ConditionHashes = std::map<std::int64_t, Bytes32>;

[[nodiscard]] ConditionHashes hash_conditions(const SQLite::Database& database);

/// Compares the cells of stored games with those that Tribunal would write for the same data, and with their
/// seals. Games must be passed in the order of the schedule, beginning with the id `first_id`.
class CellCheck {
 public:
  CellCheck(const SQLite::Database& database, std::int64_t first_id, const ConditionHashes& conditions)
      : notes_{database, first_id}, conditions_{conditions} {}

  /// A phrase about a difference, `has ...`, in the current row of `stored`. The row is from `select_records`
  /// and was read as `result` and `record`. Empty if there is none. Throws SQLite::Exception.
  [[nodiscard]] std::string operator()(const StoredGames& stored, const GameResult& result,
                                       const Record& record);

 private:
  [[nodiscard]] std::string other_form(const StoredGames& stored, const GameResult& result) const;

  StoredNotes notes_;
  const ConditionHashes& conditions_;
};

}  // namespace tribunal
