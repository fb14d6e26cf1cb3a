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

namespace tribunal {

/// Words of a later protocol version, which bots must ignore (docs/protocol.md).
struct Novelties {
  std::string keys;   ///< additional `key=value` words of the line `game`
  std::string lines;  ///< before every question, each ended by its newline
};

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
  /// A seat that is blamed for trouble at its questions even if the referee or the machine may be the cause:
  /// the game was void before, only at this seat's questions.
  std::optional<Seat> blamed = {};
  std::vector<Limits> own_limits = {};  ///< as in `Record`
  int tables = 1;                       ///< games played concurrently on this machine, for messages
};

/// A fault in words, for people: what happened, and the end of the bot's stderr.
struct FaultReport {
  Fault fault;
  std::string message;
  std::string error_tail;
};

/// A process that ended between two games, not because of a question, and was restarted: no fault.
struct RestartReport {
  Seat seat = 0;
  std::string message;     ///< `exited with 0 between two games`
  std::string error_tail;  ///< the end of what it wrote to stderr
};

/// A game that was played to its end.
struct PlayedGame {
  Record record;
  Outcome outcome;                   ///< the one that counts (`final_outcome`)
  std::vector<FaultReport> reports;  ///< one per fault of the record, in its order
  std::vector<RestartReport> restarts = {};
};

/// The reason why a game was not played to its end; it does not count. Unless it was interrupted, the cause
/// is the referee or the machine (out of descriptors or memory, not scheduled), and the game may be repeated.
struct GameVoid {
  bool interrupted = false;
  std::string reason;
  std::optional<Seat> asked = {};         ///< the seat at whose question it happened; nothing at the start
  std::optional<PlayedGame> so_far = {};  ///< the interrupted game so far, without an outcome
  bool waits = false;                     ///< a bot did not start, and its start will be repeated
                                          ///< (`StartDesk`)
  bool begun = false;                     ///< its bots have been sent its beginning
  bool tried = true;                      ///< false: no start was tried now, since one failed at another
                                          ///< table
};

/// Plays a game. `seats` holds one bot per player, by seat, all different and of the same context, on whose
/// thread this runs. Starts the bots that do not run; leaves them running for the next game unless their
/// restart policy is `game`, also if the game waits for a bot to start. Cancel it
/// (asio::cancellation_type::terminal) to abandon the game; the bots must still be ended.
[[nodiscard]] asio::awaitable<std::expected<PlayedGame, GameVoid>> play_game(GameOrder order,
                                                                             std::span<Bot* const> seats);

}  // namespace tribunal
