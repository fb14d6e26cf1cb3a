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
#include "tournament/results/tables/game_bounds.hpp"
#include "tournament/results/tables/game_row.hpp"
#include "tournament/results/tables/schema.hpp"
#include "tournament/results/tables/sqlite.hpp"
#include "tournament/schedule/game_result.hpp"

namespace tribunal {

/// The stored games that count, or that one ruling made void, one after the other in schedule order, each
/// validated before it is passed on.
class StoredGames {
 public:
  StoredGames(const SQLite::Database& database, const std::string& select, std::int64_t ruling,
              const GameBounds& bounds, const Schedule& schedule)
      : rows_{database, select}, first_id_{first_id(ruling)}, bounds_{bounds}, schedule_{schedule} {}

  /// Goes to the next game; false behind the last one. The error names the game. Throws SQLite::Exception.
  [[nodiscard]] Result<bool> step() {
    if (!rows_.step()) return false;
    const auto before = std::exchange(index_, id() - first_id_);
    if (const auto wrong = bounds_.objection_to_index(static_cast<std::uint64_t>(index_)); !wrong.empty())
      return std::unexpected{damaged_game(index_, wrong)};
    if (index_ <= before) return std::unexpected{damaged_game(index_, "it is listed twice")};
    return true;
  }
  /// Completes what was read of this game, and checks that it is possible.
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

// Queries for stored games in schedule order, and the numbers of their columns.

inline constexpr int conditions_column = 2;
inline constexpr int first_text_column = 3;  ///< bots
inline constexpr int faults_column = 6;
inline constexpr int usage_column = 8;
inline constexpr int content_column = 9;
inline constexpr int record_column = 10;
inline constexpr int seal_column = 11;
inline constexpr int stored_column = 12;

/// The end of the year 9999 in seconds since 1970: times at which games were stored are 0 to this.
inline constexpr std::int64_t latest_time = 253'402'300'799;
inline constexpr auto wrong_time = "has no possible time at which it was stored; expected seconds since 1970";

/// The columns of `games` up to `last`. `which`: a condition.
[[nodiscard]] std::string select_games(LastColumn last, const std::string& which);
/// All columns, record, seal and time.
[[nodiscard]] std::string select_records(const std::string& which);

/// The row at which `stored` is, valid until its next step.
[[nodiscard]] GameRowView row_view(const StoredGames& stored, LastColumn last);

/// A row of the table `notes`.
struct StoredNote {
  std::optional<NoteKind> kind;
  std::int64_t seat = 0;
  std::string message;
  std::string error_tail;
  bool is_as_written = false;  ///< its number is that of its place, and its cells are of the right types
};

/// The notes of games, which are asked for in the order of their ids.
class StoredNotes {
 public:
  /// The notes from the game of this id on.
  StoredNotes(const SQLite::Database& database, std::int64_t first_id);

  /// Those of the game of this id, in their order. If they are too large, one that is not as written
  /// stands for those at the end.
  [[nodiscard]] std::vector<StoredNote> of(std::int64_t id);
  /// Those of one kind.
  [[nodiscard]] std::vector<StoredNote> of(std::int64_t id, NoteKind kind);

 private:
  Rows rows_;
  bool is_there_;
};

/// SHA-256 of the text of each set of conditions, by its number.
using ConditionHashes = std::map<std::int64_t, Bytes32>;

[[nodiscard]] ConditionHashes hash_conditions(const SQLite::Database& database);

/// Compares the cells of stored games with those that Tribunal would write for what was read from them, and
/// with their seals. Games come in schedule order, from the one with the id `first_id` on.
class CellCheck {
 public:
  CellCheck(const SQLite::Database& database, std::int64_t first_id, const ConditionHashes& conditions)
      : notes_{database, first_id}, conditions_{conditions} {}

  /// A difference as a phrase, `has ...`, of the game at `stored`, a row of `select_records` that was read as
  /// `result` and `record`; empty if there is none. Throws SQLite::Exception.
  [[nodiscard]] std::string operator()(const StoredGames& stored, const GameResult& result,
                                       const Record& record);

 private:
  [[nodiscard]] std::string other_form(const StoredGames& stored, const GameResult& result) const;

  StoredNotes notes_;
  const ConditionHashes& conditions_;
};

}  // namespace tribunal
