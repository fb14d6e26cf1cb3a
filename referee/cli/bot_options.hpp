#pragma once

#include <expected>
#include <iosfwd>
#include <string>
#include <vector>

#include "table/bot.hpp"

namespace tribunal {

/// The entries of bots given as command lines, named after their programs (`greedy`, `random`, `random-2`).
/// The error is one sentence.
[[nodiscard]] std::expected<std::vector<BotEntry>, std::string> entries_of(
    const std::vector<std::string>& command_lines);

/// The sandbox of a bot given as a command line: it sees the directory in which it runs, the author's own,
/// unless that is a home directory, the root or one where everybody writes, like /tmp.
[[nodiscard]] Sandbox sandbox_for(const Command& command, SandboxLevel level);

/// Shows what a bot wrote to stderr last, if anything, without the bytes that could harm a terminal.
void show_error_tail(std::ostream& out, const std::string& tail);

}  // namespace tribunal
