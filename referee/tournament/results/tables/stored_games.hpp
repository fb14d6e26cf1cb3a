#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include <SQLiteCpp/SQLiteCpp.h>

#include "base/digest.hpp"
#include "base/error.hpp"
#include "record/record.hpp"
#include "tournament/results/tables/game_bounds.hpp"
#include "tournament/results/tables/game_row.hpp"
#include "tournament/results/tables/sqlite.hpp"
#include "tournament/schedule/game_result.hpp"

namespace tribunal {

/// The stored games, one after the other in schedule order, each validated before it is passed on.
class StoredGames {
 public:
  static constexpr int index_column = 0;

  StoredGames(const SQLite::Database& database, const std::string& select, const GameBounds& bounds,
              const Schedule& schedule)
      : rows_{database, select}, bounds_{bounds}, schedule_{schedule} {}

  /// Goes to the next game; false behind the last one. The error names the game. Throws SQLite::Exception.
  [[nodiscard]] Result<bool> step() {
    if (!rows_.step()) return false;
    const auto before = std::exchange(index_, rows_.number(index_column));
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
  [[nodiscard]] std::int64_t index() const { return index_; }

 private:
  Rows rows_;
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

/// The columns of `results` up to `last`.
[[nodiscard]] std::string select_results(LastColumn last);
/// All columns, record and seal. `which`: a condition, or nothing.
[[nodiscard]] std::string select_records(const std::string& which);

/// The row at which `stored` is, valid until its next step.
[[nodiscard]] GameRowView row_view(const StoredGames& stored, LastColumn last);

/// The rows of a table beside the games, in the order of their games, the number in the first column.
class RowsBeside {
 public:
  RowsBeside(const SQLite::Database& database, const std::string& select)
      : rows_{database, select}, is_there_{rows_.step()} {}

  /// Whether it is at a row of `game`, after those of games before it were passed.
  [[nodiscard]] bool is_at(std::int64_t game) {
    while (is_there_ && rows_.number(0) < game) step();
    return is_there_ && rows_.number(0) == game;
  }
  void step() { is_there_ = rows_.step(); }
  [[nodiscard]] const Rows& row() const { return rows_; }

 private:
  Rows rows_;
  bool is_there_;
};

/// SHA-256 of the text of each set of conditions, by its number.
using ConditionHashes = std::map<std::int64_t, Bytes32>;

[[nodiscard]] ConditionHashes hash_conditions(const SQLite::Database& database);

/// Compares the cells of stored games with those that Tribunal would write for what was read from them, and
/// with their seals. Games come in schedule order.
class CellCheck {
 public:
  CellCheck(const SQLite::Database& database, const ConditionHashes& conditions)
      : database_{database}, conditions_{conditions} {}

  /// A difference as a phrase, `has ...`, of the game at `stored`, a row of `select_records` that was read as
  /// `result` and `record`; empty if there is none. Throws SQLite::Exception.
  [[nodiscard]] std::string operator()(const StoredGames& stored, const GameResult& result,
                                       const Record& record);

 private:
  [[nodiscard]] std::string other_form(const StoredGames& stored, const GameResult& result) const;

  const SQLite::Database& database_;
  const ConditionHashes& conditions_;
  std::optional<RowsBeside> diagnostics_;  ///< from the first game with faults on
};

}  // namespace tribunal
