#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <boost/asio/awaitable.hpp>

#include "games/action.hpp"
#include "record/record.hpp"
#include "table/bot.hpp"

namespace tribunal {

/// What a seat has said in a game beside its answers, and which of its questions it has answered: what
/// decides whether a line is an answer, is stale, or is a fault.
struct SeatTalk {
  std::uint64_t first_question = 0;   ///< of this game
  std::vector<bool> answered;         ///< the questions of this game, in order
  std::vector<std::string> comments;  ///< since they were last taken
  std::size_t comment_bytes = 0;      ///< of the game
};

/// What came of a question.
struct Reply {
  enum class Kind : std::uint8_t {
    action,       ///< a legal one, in time
    fault,        ///< of the bot
    referee,      ///< of the referee: it looked at the clock much too late to blame anybody
    interrupted,  ///< the caller was cancelled
  };
  Kind kind = Kind::action;
  Action action;
  FaultKind fault{};
  std::int64_t us = 0;
  std::string got;      ///< the line at fault, escaped
  std::string message;  ///< of a fault, for people
};

/// Asks the bot for one of `legal`; it has `allowance_us`. What was posted to it goes out with the question.
[[nodiscard]] asio::awaitable<Reply> ask(Bot& bot, SeatTalk& talk, std::int64_t allowance_us,
                                         const ActionList& legal);

}  // namespace tribunal
