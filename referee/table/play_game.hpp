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

/// What a later version of the protocol may say beyond this one's words, and bots ignore (docs/protocol.md).
struct Novelties {
  std::string keys;   ///< more `key=value` words of the line `game`
  std::string lines;  ///< before every question, each ended by its newline
};

/// What is to be played.
struct GameOrder {
  Rules rules;
  DealReference deal;
  Limits limits;
  HostFacts host;
  /// The cards, if they do not follow from `deal.key` (tests, puzzles).
  DealPointer cards;
  /// Said to every seat besides; for `check`.
  Novelties novelties = {};
  /// A seat that is blamed for what goes wrong at its questions even where the referee or the machine might
  /// be to blame: the game was void before at no other's questions.
  std::optional<Seat> blamed = {};
  int tables = 1;  ///< games that are played at the same time on this machine, for messages
};

/// A fault in words, for people: what happened, what the bot wrote to stderr last.
struct FaultReport {
  Fault fault;
  std::string message;
  std::string error_tail;
};

/// A process that ended between two games, through no question, and was started again: no fault.
struct RestartReport {
  Seat seat = 0;
  std::string message;     ///< `exited with 0 between two games`
  std::string error_tail;  ///< the end of what it wrote to stderr
};

/// A game that was played to its end.
struct PlayedGame {
  Record record;
  Outcome outcome;                   ///< the one that counts (`final_outcome`)
  std::vector<FaultReport> reports;  ///< one a fault of the record, in its order
  std::vector<RestartReport> restarts = {};
};

/// Why a game was not played to its end: it does not count. Unless interrupted, the trouble was the referee's
/// own or the machine's (out of descriptors or memory, not scheduled) and the game may be played again.
struct GameVoid {
  bool interrupted = false;
  std::string reason;
  std::optional<Seat> asked = {};         ///< at whose question it happened; nothing at the start
  std::optional<PlayedGame> so_far = {};  ///< if it was interrupted: up to there, without an outcome
  bool waits = false;                     ///< a bot did not start, and is tried again later (`StartDesk`)
  bool begun = false;                     ///< its bots have been told of it
  bool tried = true;                      ///< false: it was not started now, as it had failed elsewhere
};

/// Plays a game: `seats` holds one bot a player, by seat (all of the same context, on whose thread this runs;
/// the same bot twice is not possible). Starts the bots that do not run; leaves them running for the next
/// game unless their restart policy is `game`, also if the game waits for a bot to start. Cancel it
/// (asio::cancellation_type::terminal) to abandon the game; the bots still have to be ended.
[[nodiscard]] asio::awaitable<std::expected<PlayedGame, GameVoid>> play_game(GameOrder order,
                                                                             std::span<Bot* const> seats);

}  // namespace tribunal
