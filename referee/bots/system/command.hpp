#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"

namespace tribunal {

/// The command of a bot: the words of its command line, at least one, and its working directory.
struct Command {
  std::vector<std::string> words;
  std::filesystem::path directory;

  bool operator==(const Command&) const = default;
};

/// Splits a command line like a shell: quotes, backslashes, `~/`, `$NAME`, `${NAME}`. There are no patterns
/// (`*` is literal) and no command substitution. A word that names no program in PATH but a sample bot is
/// replaced by that bot's path (`sample_bot`). The error is one sentence.
[[nodiscard]] Result<Command> parse_command(std::string_view text, const std::filesystem::path& directory);

/// The existing regular files that the words name, in their order: the program, if its word has a slash, and
/// every argument that is a file. Relative paths start from the command's directory.
[[nodiscard]] std::vector<std::filesystem::path> files_of(const Command& command);

}  // namespace tribunal
