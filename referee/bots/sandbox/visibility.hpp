#pragma once

#include <array>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bots/system/command.hpp"

namespace tribunal {

/// The folders of version control at the top of a folder. They are not part of a bot, and hidden from it.
inline constexpr std::array<std::string_view, 3> version_control{".git", ".hg", ".svn"};

/// Whether `folder` is one of Tribunal's folders of results, such as one left by an earlier run with the same
/// directory. At the top of a bot's folder it is not part of the bot, and hidden from it.
[[nodiscard]] bool holds_results(const std::filesystem::path& folder);

/// The facts about a bot of a run that decide its view and that of the others (docs/sandbox.md, What a bot
/// sees).
struct BotFiles {
  std::string name;
  Command command;
  bool has_directory = false;                     ///< the command's directory was given to this bot alone
  std::vector<std::filesystem::path> files = {};  ///< its files beside those that its command names
  std::vector<std::filesystem::path> sees = {};   ///< additional paths that it may read
};

/// The organiser's files.
struct OrganiserFiles {
  /// The plan and the secret: a folder that holds one of them is no bot's own.
  std::vector<std::filesystem::path> plan;
  /// Paths that are hidden from bots wherever they are.
  std::vector<std::filesystem::path> results;
};

/// A folder of a bot that is not shown to it because it is not its own.
struct SharedFolder {
  std::filesystem::path path;
  std::string reason;  ///< `it shares with bot ann`: a relative clause, for people
};

/// The paths shown to a bot beside the system and the files that its command names, and those hidden from it.
struct Visibility {
  std::vector<std::filesystem::path> files;  ///< the files of the bot that are named
  std::vector<std::filesystem::path> own;    ///< its own folders
  std::vector<std::filesystem::path> shown;
  std::vector<std::filesystem::path> hidden;
  std::vector<SharedFolder> shared;
};

/// The view of each of the bots that run together, by one rule for all commands. A bot sees its files, and
/// those of its folders (its working directory, and the folders of the files that its command names) that are
/// its own: they hold no file or directory of another bot, neither plan nor secret, and, unless given to the
/// bot, no home directory; nor are they the system's or writable for everybody. Bots that consist of the same
/// files are the same bot here.
[[nodiscard]] std::vector<Visibility> visibility_of(std::span<const BotFiles> bots,
                                                    const OrganiserFiles& organiser);

}  // namespace tribunal
