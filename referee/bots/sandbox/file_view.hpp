#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "bots/sandbox/sandbox.hpp"
#include "bots/system/command.hpp"

namespace tribunal {

/// An entry in the file system that a bot sees.
struct Sight {
  enum class Kind : std::uint8_t {
    as_outside,    ///< file or directory `source`, read-only
    link,          ///< a symbolic link to `source`
    folder,        ///< a directory that contains only the entries put into it
    empty_folder,  ///< a directory that hides the real one
    empty_file,    ///< a file that hides the real one
  };
  Kind kind{};
  std::filesystem::path path;  ///< absolute path for the bot
  std::filesystem::path source;

  bool operator==(const Sight&) const = default;
};

/// The file system as a bot sees it, in the order in which it is built.
struct FileView {
  std::vector<Sight> sights;
  std::filesystem::path directory;  ///< working directory of the bot
  /// A folder of it that not every user of this machine may enter. Empty if there is none.
  std::filesystem::path closed = {};
};

/// The file system for a bot: the system's programs and libraries, the program that its command names with
/// the parts of its installation (`parts_of`), the files that the command names, and the paths that `sandbox`
/// shows. All are in their usual places. Paths that `sandbox` hides are missing. A symbolic link stays a
/// link, which gives no access by itself.
[[nodiscard]] FileView view_of(const Command& command, const Sandbox& sandbox);

/// Whether the bot finds a file at the absolute `path`, also after following its links.
[[nodiscard]] bool sees(const FileView& view, const std::filesystem::path& path);

}  // namespace tribunal
