#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/digest.hpp"
#include "base/error.hpp"
#include "tournament/luck/stored_luck.hpp"
#include "tournament/plan/tournament.hpp"
#include "tournament/schedule/game_result.hpp"

namespace tribunal {

/// Luck to take out of standings.
struct LuckTakenOut {
  std::shared_ptr<const StoredLuck> luck;
  LuckKind kind = LuckKind::draws;
};

/// Finds the luck of a tournament's games, one after another, and whether it is theirs: results from which
/// the luck of some games only is taken out look like others.
class LuckInGames {
 public:
  LuckInGames(const Tournament& tournament, LuckTakenOut taken_out);

  /// The luck of the next game; null if it has none.
  [[nodiscard]] const LuckOfGame* next(const GameResult& game);
  /// After all games; `content`: SHA-256 over their contents. The error says that one of them lacks its luck,
  /// or that the luck is of other games.
  [[nodiscard]] Result<void> check(const Bytes32& content) const;
  [[nodiscard]] LuckKind kind() const { return taken_out_.kind; }
  [[nodiscard]] const StoredLuck& luck() const { return *taken_out_.luck; }

 private:
  LuckTakenOut taken_out_;
  std::vector<bool> has_luck_;  ///< by game of the plan
  std::uint64_t found_ = 0;
  std::optional<std::uint64_t> odd_game_{};  ///< the first without its luck, or with that of other seats
};

}  // namespace tribunal
