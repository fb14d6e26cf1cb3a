#pragma once

#include <expected>
#include <span>
#include <vector>

#include <boost/asio/awaitable.hpp>

#include "games/catalogue.hpp"
#include "games/core/game.hpp"
#include "record/limits.hpp"
#include "record/record.hpp"
#include "table/bot.hpp"
#include "table/played_game.hpp"

namespace tribunal {

struct GameOrder {
  Rules rules;
  DealReference deal{};
  Limits limits;
  HostFacts host;
  /// The cards. Null if they follow from `deal.key`; tests and puzzles set them.
  DealPointer cards{};
  /// Additional words for every seat, which `check` sends.
  Novelties novelties = {};
  /// Seats that are blamed for trouble at their questions, even if the referee or the machine may be the
  /// cause, because earlier attempts at the game became void only at their questions.
  SeatSet blamed = {};
  std::vector<Limits> own_limits = {};  ///< as in `Record`
  int tables = 1;                       ///< number of games played at the same time on this machine, for
                                        ///< messages
};

/// Plays a game. `seats` has one bot per player, by seat. All must be different and have the same context, on
/// whose thread this runs. Starts the bots that do not run. They keep running for the next game unless their
/// restart policy is `game`, even if the game waits for a bot to start. Cancel it
/// (asio::cancellation_type::terminal) to abandon the game. The bots must still be ended.
[[nodiscard]] asio::awaitable<std::expected<PlayedGame, GameVoid>> play_game(GameOrder order,
                                                                             std::span<Bot* const> seats);

}  // namespace tribunal
