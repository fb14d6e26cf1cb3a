#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bots/process/bot_process.hpp"
#include "games/core/action.hpp"
#include "record/record.hpp"

namespace tribunal {

/// What a seat has said in a game beside its answers, and which of its questions it has answered: what
/// decides whether a line is an answer, is stale, or is a fault.
struct SeatTalk {
  std::uint64_t first_question = 0;   ///< of this game
  std::vector<bool> answered;         ///< the questions of this game, in order
  std::vector<std::string> comments;  ///< since they were last taken
  std::size_t comment_bytes = 0;      ///< of the game
  std::string stale;                  ///< what it said last, since it was asked, to a question not open

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

[[nodiscard]] Reply fault(FaultKind kind, const Input& input, std::string message);

/// The verdict on what a bot wrote (a line, no text, a flood), docs/faults.md, while question `open` is the
/// last of its process and `legal` are the answers to it. Nothing if it goes on thinking: a comment, which is
/// kept, or what is stale.
[[nodiscard]] std::optional<Reply> judge_output(const Input& input, SeatTalk& talk, std::uint64_t open,
                                                const ActionList& legal);

}  // namespace tribunal
