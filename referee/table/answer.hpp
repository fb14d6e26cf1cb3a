#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <boost/asio/awaitable.hpp>

#include "bots/process/bot_process.hpp"
#include "games/core/action.hpp"
#include "record/limits.hpp"
#include "record/record.hpp"
#include "table/bot.hpp"

namespace tribunal {

/// The number of bytes of comments that are stored per seat and game.
inline constexpr std::size_t most_comment_bytes = std::size_t{16} << 10U;

/// A seat's output in a game besides its answers, and the questions that it has answered. They decide whether
/// a line is an answer, is stale, or is a fault.
struct SeatTalk {
  std::uint64_t first_question = 0;    ///< number of the first question of this game
  std::vector<bool> answered;          ///< whether each question of this game was answered
  std::vector<std::string> comments;   ///< comments since they were last taken
  std::size_t comment_bytes = 0;       ///< bytes of the game's comments, at most `most_comment_bytes`
  std::uint64_t dropped_comments = 0;  ///< comments of the game that had no space
  std::string stale;                   ///< its last answer, since the last question, to a question that was
                                       ///< not open

  /// Notes that question `id`, the next one of this game, is sent.
  void asked(std::uint64_t id);
  [[nodiscard]] bool has_answered() const;
};

/// The result of a question.
struct Reply {
  enum class Kind : std::uint8_t {
    action,       ///< a legal action, in time
    fault,        ///< the bot is at fault
    referee,      ///< the referee checked the clock too late to blame the bot
    interrupted,  ///< the caller was cancelled
  };
  Kind kind = Kind::action;
  Action action;
  FaultKind fault{};
  std::int64_t us = 0;
  std::string got;      ///< line at fault, escaped
  std::string message;  ///< sentence about a fault, for people
};

/// A fault found in `input`.
[[nodiscard]] Reply fault(FaultKind kind, const Input& input, std::string message);

/// The time that a bot has for a decision.
struct Allowance {
  std::int64_t us = 0;
  ClockKind clock = ClockKind::wall;
  /// Whether the bot is excused if the referee's own trouble may be the cause.
  bool excused = true;
  int tables = 1;  ///< `GameOrder::tables`

  /// The limit by the wall clock. With the CPU clock it is the backstop.
  [[nodiscard]] std::chrono::microseconds wall() const {
    return std::chrono::microseconds{clock == ClockKind::cpu ? us * wall_backstop : us};
  }
};

/// The smallest delay of the referee that by itself may have missed a deadline of `wall`: a tenth of the
/// bot's time, at most 1 s, and at least 250 ms, which is longer than a waking process waits on a busy
/// machine.
[[nodiscard]] constexpr std::chrono::microseconds own_lateness(std::chrono::microseconds wall) {
  using namespace std::chrono_literals;
  return std::clamp<std::chrono::microseconds>(wall / 10, 250ms, 1s);
}

/// Asks the bot for one of the actions in `legal`. Text posted to the bot is sent with the question.
[[nodiscard]] asio::awaitable<Reply> ask(Bot& bot, SeatTalk& talk, Allowance allowance,
                                         const ActionList& legal);

/// The reply to a bot's output: a line, bytes that are not text, or a flood (docs/faults.md). `open` is the
/// last question of its process, and `legal` are its answers. None if the output is a comment, which is
/// stored, or stale; then the bot is still thinking.
[[nodiscard]] std::optional<Reply> reply_to_output(const Input& input, SeatTalk& talk, std::uint64_t open,
                                                   const ActionList& legal);

}  // namespace tribunal
