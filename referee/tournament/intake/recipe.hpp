#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"

namespace tribunal {

/// A regular file of a submission.
struct SubmittedFile {
  std::string path;         ///< relative to the submission's folder; any bytes but 0
  bool runs = false;        ///< somebody may execute it
  bool is_as_sent = false;  ///< a machine made it, but not the build that left it
};

/// The files of a submission as far as they say how it is built and run.
struct SourceTree {
  std::vector<SubmittedFile> files;  ///< sorted by path
  /// The beginning of a file of the tree, at most `longest_read` bytes; empty if it cannot be read.
  std::function<std::string(const std::string& path)> read;

  static constexpr std::size_t longest_read = std::size_t{64} << 10U;

  [[nodiscard]] const SubmittedFile* find(std::string_view path) const;
};

/// The programs of this machine, as far as a recipe depends on them.
struct Toolchains {
  std::function<bool(const std::string& program)> has;
  bool node_strips_types = false;  ///< whether node runs TypeScript by itself, with an option
};

/// The way in which a submission is built and run.
struct Recipe {
  std::string how;      ///< where it comes from: `bot.toml`, `Makefile`, `bot.py, the only script of Python`
  std::string build{};  ///< a shell's command; empty: nothing is to be built
  std::string command{};             ///< empty: the program that the build leaves (`program_of_build`)
  std::vector<std::string> needs{};  ///< programs without which this machine cannot build or run it
  // Texts of bot.toml for the organiser, as their author wrote them.
  std::string name{};
  std::string author{};
  std::string contact{};

  bool operator==(const Recipe&) const = default;
};

/// The next step for an author whose submission is not understood, as the end of a sentence.
inline constexpr std::string_view advice_of_bot_toml =
    R"(write a bot.toml beside them: command = "./bot", and build = "make" if it has to be built)";

/// The recipe of a submission: what its `bot.toml` states, else what its files show, with the texts of a
/// `bot.toml` that states no command. The error is one sentence for its author; what it quotes of the
/// submission is escaped.
[[nodiscard]] Result<Recipe> recipe_of(const SourceTree& source, const Toolchains& machine);

/// The program that a build left, as a command, if the recipe does not name it: the only file that somebody
/// may execute and that is not in `before`, else the only compiled one, or the one named `bot`. The error is
/// one sentence.
[[nodiscard]] Result<std::string> program_of_build(const SourceTree& before, const SourceTree& after);

}  // namespace tribunal
