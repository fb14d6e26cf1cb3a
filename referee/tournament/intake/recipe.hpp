#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"

namespace tribunal {

/// A regular file of a submission.
struct SubmittedFile {
  std::string path;         ///< path relative to the submission's folder; any bytes but 0
  bool runs = false;        ///< whether any user may execute it
  bool is_as_sent = false;  ///< whether it is machine-made and was submitted, not built
};

/// The files of a submission that show how it is built and run.
struct SourceTree {
  std::vector<SubmittedFile> files;  ///< sorted by path
  /// Reads the beginning of a file in the tree, at most `longest_read` bytes. Empty if it cannot be read.
  std::function<std::string(const std::string& path)> read;

  static constexpr std::size_t longest_read = std::size_t{64} << 10U;

  [[nodiscard]] const SubmittedFile* find(std::string_view path) const;
};

/// The programs of this machine on which a recipe can depend.
struct Toolchains {
  std::function<bool(const std::string& program)> has;
  bool node_strips_types = false;  ///< whether node runs TypeScript directly, with an option
};

/// The way in which a submission is built and run.
struct Recipe {
  std::string how;      ///< source of the recipe: `bot.toml`, `Makefile`, `bot.py, the only script of Python`
  std::string build{};  ///< shell command; empty: there is nothing to build
  std::string command{};             ///< empty: the program that the build leaves (`program_of_build`)
  std::vector<std::string> needs{};  ///< programs that this machine needs to build or run it
  // Texts from bot.toml for the organiser, as written by the author.
  std::string name{};
  std::string author{};
  std::string contact{};

  bool operator==(const Recipe&) const = default;
};

/// The next step for an author whose submission is not understood, written as the end of a sentence.
inline constexpr std::string_view advice_of_bot_toml =
    R"(write a bot.toml beside them: command = "./bot", and build = "make" if it has to be built)";

/// The recipe of a submission: the one in its `bot.toml`, else the one that its files show. If a `bot.toml`
/// states no command, its texts are still used. The error is one sentence for the author. Everything that it
/// quotes from the submission is escaped.
[[nodiscard]] Result<Recipe> recipe_of(const SourceTree& source, const Toolchains& machine);

/// The command that starts the program left by a build, if the recipe does not name one. It is the only
/// executable file that is not in `before`, else the only compiled one, else the one named `bot`. The error
/// is one sentence.
[[nodiscard]] Result<std::string> program_of_build(const SourceTree& before, const SourceTree& after);

}  // namespace tribunal
