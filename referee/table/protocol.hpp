#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "games/catalogue.hpp"
#include "games/core/action.hpp"
#include "games/core/game.hpp"
#include "record/limits.hpp"

namespace tribunal {

/// The lines of the protocol (docs/protocol.md), as text; each ends with its newline.
inline constexpr std::string_view greeting_line = "tribunal 1\n";
inline constexpr std::string_view end_line = "end\n";

void append_game_line(std::string& text, const Rules& rules, Seat you, const Limits& limits);
/// Appends `ask ID MS ACTION ...`. The allowance is rounded down to milliseconds.
void append_ask_line(std::string& text, std::uint64_t id, std::int64_t allowance_us,
                     const ActionList& actions);
void append_result_line(std::string& text, const Outcome& outcome);

/// The two words in `ready NAME VERSION`, with the space between them. None for any other line.
[[nodiscard]] std::optional<std::string_view> parse_ready(std::string_view line);

/// An answer `move ID ACTION`. The action is not parsed yet.
struct Answer {
  std::uint64_t id = 0;
  std::string_view action;
};
[[nodiscard]] std::optional<Answer> parse_answer(std::string_view line);

}  // namespace tribunal
