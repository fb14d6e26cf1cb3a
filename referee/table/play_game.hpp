#pragma once

#include <expected>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <boost/asio/awaitable.hpp>

#include "games/catalogue.hpp"
#include "games/core/game.hpp"
#include "record/limits.hpp"
#include "record/record.hpp"
#include "table/bot.hpp"
#include "table/played_game.hpp"

namespace tribunal {

/// The order of a game.
struct GameOrder {
  Rules rules;
  DealReference deal;
  Limits limits;
  HostFacts host;
  /// The cards, if they do not follow from `deal.key` (tests, puzzles).
  DealPointer cards;
  /// Additional words for every seat; for `check`.
  Novelties novelties = {};
  /// Seats that are blamed for trouble at their questions even if the referee or the machine may be the
  /// cause: the game was void before, only at their questions.
  SeatSet blamed = {};
  std::vector<Limits> own_limits = {};  ///< `own_limits` of `Record`
  int tables = 1;                       ///< games played concurrently on this machine, for messages
};

/// Plays a game. `seats` holds one bot per player, by seat, all different and of the same context, on whose
/// thread this runs. Starts the bots that do not run; leaves them running for the next game unless their
/// restart policy is `game`, also if the game waits for a bot to start. Cancel it
/// (asio::cancellation_type::terminal) to abandon the game; the bots must still be ended.
[[nodiscard]] asio::awaitable<std::expected<PlayedGame, GameVoid>> play_game(GameOrder order,
                                                                             std::span<Bot* const> seats);

}  // namespace tribunal
