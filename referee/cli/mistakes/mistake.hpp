#pragma once

#include <optional>
#include <string>
#include <vector>

namespace tribunal {

class CommandLine;

/// One sentence about the first mistake in a command line, which is given without `tribunal`, with the next
/// step. None if CLI11 can read it. It is needed because CLI11 takes any word after an option for its value
/// (`--seed -- a b`), reads `-seed` as `-s eed`, and names neither the wrong word nor a similar one.
[[nodiscard]] std::optional<std::string> mistake_in(CommandLine& program,
                                                    const std::vector<std::string>& words);

/// The sentence for a `command` that lacks the required `what`, with `expected` and an example.
[[nodiscard]] std::string missing_word(const CommandLine& command, const std::string& what,
                                       const std::string& expected);

/// The sentence for a file that follows the flag of a report, which must be joined to it by `=`.
[[nodiscard]] std::string loose_file(const std::string& flag, const std::string& file);

}  // namespace tribunal
