#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <utility>

#include "tournament/store/game_bounds.hpp"
#include "tournament/store/game_row.hpp"
#include "tournament/store/sqlite.hpp"

namespace tribunal {

/// The games kept, one after the other in schedule order, each looked at before anybody else sees it.
class GamesKept {
 public:
  static constexpr int index_column = 0;

  GamesKept(const SQLite::Database& database, const std::string& select, const GameBounds& bounds,
            const Schedule& schedule)
      : rows_{database, select}, bounds_{bounds}, schedule_{schedule} {}

  /// On to the next game; false behind the last one. The error names the game. Throws SQLite::Exception.
  [[nodiscard]] std::expected<bool, std::string> step() {
    if (!rows_.step()) return false;
    const auto before = std::exchange(index_, rows_.number(index_column));
    if (const auto wrong = bounds_.objection_to_index(static_cast<std::uint64_t>(index_)); !wrong.empty())
      return std::unexpected{damaged_game(index_, wrong)};
    if (index_ <= before) return std::unexpected{damaged_game(index_, "it stands there twice")};
    return true;
  }
  /// Completes what was read of this game, and looks whether it can be.
  [[nodiscard]] std::expected<void, std::string> settle(GameResult& result) const {
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

}  // namespace tribunal
