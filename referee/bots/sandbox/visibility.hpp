#pragma once

#include <array>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bots/system/command.hpp"

namespace tribunal {

/// The folders of version control at the top of a folder. They are not part of a bot, and are hidden from it.
inline constexpr std::array<std::string_view, 3> version_control{".git", ".hg", ".svn"};

/// The facts about a bot that decide what it and the other bots of a run see (docs/sandbox.md, What a bot
/// sees).
struct BotFiles {
  std::string name{};
  Command command;
  bool has_directory = false;                     ///< whether only this bot was given the command's directory
  std::vector<std::filesystem::path> files = {};  ///< its files besides those that its command names
  std::vector<std::filesystem::path> sees = {};   ///< additional paths that it may read
};

struct OrganiserFiles {
  /// The plan and the secret. A folder that holds one of them cannot be a bot's own.
  std::vector<std::filesystem::path> plan{};
  /// Paths that are hidden from all bots.
  std::vector<std::filesystem::path> results{};
};

/// A folder of a bot that is hidden from it because it is not the bot's own.
struct SharedFolder {
  std::filesystem::path path;
  std::string reason;  ///< relative clause for people: `it shares with bot ann`
};

/// The paths that are shown to a bot besides the system and the files that its command names, and those that
/// are hidden from it, except for the outputs of runs in its folders (`outputs_below`).
struct Visibility {
  std::vector<std::filesystem::path> files;  ///< named files of the bot
  std::vector<std::filesystem::path> own{};  ///< its own folders
  std::vector<std::filesystem::path> shown{};
  std::vector<std::filesystem::path> hidden{};
  std::vector<SharedFolder> shared{};
};

/// The view of each of the bots that run together, by one rule for all commands. A bot sees its files and its
/// own folders. A folder can be its own if it is its working directory or the folder of a file that its
/// command names. It must hold no file or directory of another bot, and neither the plan nor the secret.
/// Unless it was given to the bot, it must not hold a home directory. It must not be the system's, or
/// writable for everybody. Bots that consist of the same files count as one bot here.
[[nodiscard]] std::vector<Visibility> visibility_of(std::span<const BotFiles> bots,
                                                    const OrganiserFiles& organiser);

}  // namespace tribunal
