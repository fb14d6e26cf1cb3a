#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "base/error.hpp"
#include "tournament/results/tables/game_bounds.hpp"
#include "tournament/results/tables/game_row.hpp"
#include "tournament/results/tables/sqlite.hpp"

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
    bounds_.rank_as_today(result);
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

}  // namespace tribunal
