#pragma once

#include <string>

#include "games/core/rules.hpp"
#include "record/limits.hpp"

namespace tribunal {

/// The text of every option: `packs 1, high_low off`.
[[nodiscard]] std::string options_text(const Rules& rules);

/// `mitch, 2 players: packs 1, high_low off, ...`: every option.
[[nodiscard]] std::string rules_text(const Rules& rules);

/// `1000 ms a move, 60000 ms a game and 500 ms more a move, of CPU time`
[[nodiscard]] std::string clock_text(const Limits& limits);

}  // namespace tribunal
