#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "bots/system/file_key.hpp"

namespace tribunal {

/// Files that `check` and `compare` of this user wrote and that did not change since. Standard output and
/// standard error of this process count too, if they go to such a file or to one that was empty at the start.
/// At the top of a bot's folder these files are not part of the bot and are hidden from it. Device, inode,
/// size and times identify them, and no content does: a copy or a changed file belongs to the bot.
class WrittenFiles {
 public:
  /// Reads the record, `written` in `cache_folder()`.
  WrittenFiles();
  /// Looks at standard output and standard error before anything is written there.
  static void look_at_streams();
  [[nodiscard]] bool has(const std::filesystem::path& path) const;
  /// Records the files that a command names as its outputs, and the two streams. Anything but a regular file
  /// is ignored, a file that did not change since the start (the command failed before), and a failure: a
  /// file that is not recorded is the bot's.
  static void note(const std::vector<std::string>& names);

 private:
  std::set<FileKey> keys_;
};

}  // namespace tribunal
