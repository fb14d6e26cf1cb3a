#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/asio/awaitable.hpp>

#include "bots/process/bot_process.hpp"
#include "games/core/action.hpp"
#include "record/limits.hpp"
#include "record/record.hpp"
#include "table/bot.hpp"

namespace tribunal {

/// Bytes of comments kept, a seat a game.
inline constexpr std::size_t most_comment_bytes = std::size_t{16} << 10U;

/// What a seat has said in a game beside its answers, and which of its questions it has answered: what
/// decides whether a line is an answer, is stale, or is a fault.
struct SeatTalk {
  std::uint64_t first_question = 0;    ///< of this game
  std::vector<bool> answered;          ///< the questions of this game, in order
  std::vector<std::string> comments;   ///< since they were last taken
  std::size_t comment_bytes = 0;       ///< of the comments of the game, at most `most_comment_bytes`
  std::uint64_t dropped_comments = 0;  ///< of the game, since there was no room for them
  std::string stale;                   ///< what it said last, since it was asked, to a question not open

  /// Question `id` goes out: the next of this game.
  void asked(std::uint64_t id);
  [[nodiscard]] bool has_answered() const;
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

/// A fault that shows in `input`.
[[nodiscard]] Reply fault(FaultKind kind, const Input& input, std::string message);

/// What a bot has for a decision.
struct Allowance {
  std::int64_t us = 0;
  ClockKind clock = ClockKind::wall;
  /// False: it is blamed even where the referee's own trouble might be to blame.
  bool excused = true;
  int tables = 1;  ///< `GameOrder::tables`

  /// By the wall clock; with the CPU clock the backstop.
  [[nodiscard]] std::chrono::microseconds wall() const {
    return std::chrono::microseconds{clock == ClockKind::cpu ? us * wall_backstop : us};
  }
};

/// A deadline of `wall` that was looked at so much later may have been missed by the referee alone. It is
/// more than a busy machine lets a waking process wait, and no more than a tenth of what the bot had.
[[nodiscard]] constexpr std::chrono::microseconds own_lateness(std::chrono::microseconds wall) {
  using namespace std::chrono_literals;
  return std::clamp<std::chrono::microseconds>(wall / 10, 250ms, 1s);
}

/// Asks the bot for one of `legal`. What was posted to it goes out with the question.
[[nodiscard]] asio::awaitable<Reply> ask(Bot& bot, SeatTalk& talk, Allowance allowance,
                                         const ActionList& legal);

/// What comes of what a bot wrote (a line, no text, a flood), docs/faults.md, while question `open` is the
/// last of its process and `legal` are the answers to it. Nothing if it is still thinking: a comment, which
/// is kept, or what is stale.
[[nodiscard]] std::optional<Reply> reply_to_output(const Input& input, SeatTalk& talk, std::uint64_t open,
                                                   const ActionList& legal);

}  // namespace tribunal
