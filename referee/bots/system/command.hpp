#pragma once

#include <expected>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace tribunal {

/// How a bot is started: the words of its command line, at least one, and the directory in which it runs.
struct Command {
  std::vector<std::string> words;
  std::filesystem::path directory;

  bool operator==(const Command&) const = default;
};

/// Splits a command line as a shell would: quotes, backslashes, `~/`, `$NAME`, `${NAME}`; no patterns (`*`
/// stands for itself), no substitution. A word that names no program of PATH but a sample bot stands for that
/// (`sample_bot`). The error is one sentence.
[[nodiscard]] std::expected<Command, std::string> parse_command(std::string_view text,
                                                                const std::filesystem::path& directory);

/// The existing regular files that the words name, in their order: the program if its word holds a slash, and
/// every argument that is a file. Relative paths start from the command's directory.
[[nodiscard]] std::vector<std::filesystem::path> files_of(const Command& command);

/// The hash of a bot by the rule of Tribunal 0.1, to recognise what it recorded: SHA-256 over the contents of
/// `files_of`, 64 hexadecimal digits; each file counts as its length (eight bytes, most significant first)
/// and its bytes. Empty if there is no such file; the error names a file that cannot be read.
[[nodiscard]] std::expected<std::string, std::string> sha256_of_named_files(const Command& command);

}  // namespace tribunal
