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
  std::string keys;   ///< additional `key=value` words for the line `game`
  std::string lines;  ///< lines before every question, each with its newline
};

/// A fault for people: a message, and the end of the bot's stderr.
struct FaultReport {
  Fault fault;
  std::string message;
  std::string error_tail{};
  std::uint64_t question = 0;  ///< ID of the question; 0 at a start
};

/// A process that ended between two games and was restarted. This is not a fault, because it was not due to a
/// question.
struct RestartReport {
  Seat seat = 0;
  std::string message;     ///< phrase: `exited with 0 between two games`
  std::string error_tail;  ///< end of the process's output to stderr
};

struct PlayedGame {
  Record record;
  Outcome outcome;                   ///< outcome that counts (`final_outcome`)
  std::vector<FaultReport> reports;  ///< reports, one for each fault of the record, in the same order
  std::vector<RestartReport> restarts = {};
};

/// The reason that a game was not played to its end and does not count. Unless it was interrupted, the cause
/// is the referee or the machine (out of descriptors or memory, not scheduled), and the game may be repeated.
struct GameVoid {
  bool interrupted = false;
  std::string reason;
  std::optional<Seat> asked = {};         ///< seat that was being asked; none at the start
  std::optional<PlayedGame> so_far = {};  ///< game so far, without an outcome; none until its bots are ready
  bool waits = false;                     ///< whether a bot did not start, and its start will be repeated
                                          ///< (`StartDesk`)
  bool begun = false;                     ///< whether its bots have been sent its beginning
  bool tried = true;                      ///< whether a start was tried; false after a failure at another
                                          ///< table
};

}  // namespace tribunal
