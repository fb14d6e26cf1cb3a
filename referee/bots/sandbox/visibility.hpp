#pragma once

#include <array>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bots/system/command.hpp"

namespace tribunal {

/// The folders of version control at the top of a folder. They are no part of a bot, and hidden from it.
inline constexpr std::array<std::string_view, 3> version_control{".git", ".hg", ".svn"};

/// Whether `folder` is one of Tribunal's folders of results, such as one left by an earlier run with the same
/// directory. At the top of a bot's folder it is no part of the bot, and hidden from it.
[[nodiscard]] bool holds_results(const std::filesystem::path& folder);

/// A bot of a run, as far as that decides what it and the others see (docs/sandbox.md, What a bot sees).
struct BotFiles {
  std::string name;
  Command command;
  bool has_directory = false;  ///< the command's directory was given to this bot, not to all
  std::vector<std::filesystem::path> files = {};  ///< what it is made of beside what its command names
  std::vector<std::filesystem::path> sees = {};   ///< what it may read besides
};

/// What belongs to who runs the bots.
struct OrganiserFiles {
  /// The plan and the secret: a folder that holds one of them is no bot's own.
  std::vector<std::filesystem::path> plan;
  /// Hidden from bots wherever it lies.
  std::vector<std::filesystem::path> results;
};

/// A folder of a bot that is not shown to it, for it is not its own.
struct SharedFolder {
  std::filesystem::path path;
  std::string reason;  ///< `it shares with bot ann`: a relative clause, for people
};

/// What a bot is shown beside the system and the files that its command names, and what is hidden from it.
struct Visibility {
  std::vector<std::filesystem::path> files;  ///< of which it consists, as far as they are named
  std::vector<std::filesystem::path> own;    ///< folders
  std::vector<std::filesystem::path> shown;
  std::vector<std::filesystem::path> hidden;
  std::vector<SharedFolder> shared;
};

/// What each of the bots that run together sees: the one rule of all commands. A bot sees its files, and its
/// folders (where it runs, and where the files lie that its command names) as far as they are its own: no
/// file or directory of another bot lies there, neither plan nor secret, and no one's home. Bots that are
/// made of the same files are the same bot here.
[[nodiscard]] std::vector<Visibility> visibility_of(std::span<const BotFiles> bots,
                                                    const OrganiserFiles& organiser);

}  // namespace tribunal
