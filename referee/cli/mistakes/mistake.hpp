#pragma once

#include <optional>
#include <string>
#include <vector>

namespace tribunal {

class CommandLine;

/// The first mistake in a command line, without `tribunal` before it, as one sentence with the next step;
/// nothing if CLI11 can read it. CLI11 itself takes the word after an option for its value whatever it is
/// (`--seed -- a b`), reads `-seed` as `-s eed`, and names neither the wrong word nor a near one.
[[nodiscard]] std::optional<std::string> mistake_in(CommandLine& program,
                                                    const std::vector<std::string>& words);

/// The sentence for a `command` without `what`, which it cannot do without: `expected`, and an example.
[[nodiscard]] std::string missing_word(const CommandLine& command, const std::string& what,
                                       const std::string& expected);

/// The sentence for a file after the flag of a report, which takes it only when joined by `=`.
[[nodiscard]] std::string loose_file(const std::string& flag, const std::string& file);

}  // namespace tribunal
