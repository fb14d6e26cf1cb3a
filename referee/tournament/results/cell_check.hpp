#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include <SQLiteCpp/SQLiteCpp.h>

#include "base/digest.hpp"
#include "record/record.hpp"
#include "tournament/results/tables/sqlite.hpp"
#include "tournament/results/tables/stored_games.hpp"
#include "tournament/schedule/game_result.hpp"

namespace tribunal {

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
  [[nodiscard]] bool pass_diagnostics_before(std::int64_t game);

  const SQLite::Database& database_;
  const ConditionHashes& conditions_;
  std::optional<Rows> diagnostics_;  ///< from the first game with faults on
  bool is_at_diagnostic_ = false;
};

}  // namespace tribunal
