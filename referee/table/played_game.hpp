#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "games/core/game.hpp"
#include "record/record.hpp"

namespace tribunal {

/// Words of a later protocol version, which bots must ignore (docs/protocol.md).
struct Novelties {
  std::string keys;   ///< additional `key=value` words of the line `game`
  std::string lines;  ///< before every question, each ended by its newline
};

/// A fault in words, for people: what happened, and the end of the bot's stderr.
struct FaultReport {
  Fault fault;
  std::string message;
  std::string error_tail;
  std::uint64_t question = 0;  ///< the ID of the question; 0 at a start
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
  std::optional<PlayedGame> so_far = {};  ///< the game so far, without an outcome, once its bots were ready
  bool waits = false;                     ///< a bot did not start, and its start will be repeated
                                          ///< (`StartDesk`)
  bool begun = false;                     ///< its bots have been sent its beginning
  bool tried = true;                      ///< false: no start was tried now, since one failed at another
                                          ///< table
};

}  // namespace tribunal
