#pragma once

#include <expected>
#include <string>
#include <vector>

#include "table/bot.hpp"

namespace tribunal {

/// The entries of bots given as command lines, named after their programs (`greedy`, `random`, `random-2`).
/// The error is one sentence.
[[nodiscard]] std::expected<std::vector<BotEntry>, std::string> entries_of(
    const std::vector<std::string>& command_lines);

}  // namespace tribunal
