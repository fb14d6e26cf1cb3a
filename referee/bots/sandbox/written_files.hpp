#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "bots/system/file_key.hpp"

namespace tribunal {

/// Files that `check` and `compare` of this user wrote and that have not changed since. Standard output and
/// standard error of this process count too, if they go to such a file or to one that was empty at the start.
/// At the top of a bot's folder these files are not part of the bot, and are hidden from it. They are
/// identified by device, inode, size and times, not by their contents. Therefore a copy or a changed file
/// belongs to the bot.
class WrittenFiles {
 public:
  /// Reads the record, `written` in `cache_folder()`.
  WrittenFiles();
  /// Notes the state of standard output and standard error before anything is written to them.
  static void look_at_streams();
  [[nodiscard]] bool has(const std::filesystem::path& path) const;
  /// Records the files that a command names as its outputs, and the two streams. Files that are not regular,
  /// and files that have not changed since the start (because the command failed before), are not recorded.
  /// Failures are ignored. A file that is not recorded belongs to the bot.
  static void note(const std::vector<std::string>& names);

 private:
  std::set<FileKey> keys_;
};

}  // namespace tribunal
