#pragma once

#include <compare>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <sys/stat.h>
#include <vector>

namespace tribunal {

/// The state of a file that identifies an unchanged one without reading it.
struct FileKey {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::uint64_t size = 0;
  std::int64_t modified_ns = 0;
  std::int64_t changed_ns = 0;  ///< ctime, which no program can set

  auto operator<=>(const FileKey&) const = default;
};

[[nodiscard]] FileKey key_of(const struct stat& status);
/// The state of a regular file. None for anything else. A link at the end of the path is not followed.
[[nodiscard]] std::optional<FileKey> key_of_file(const std::filesystem::path& path);
/// The state of an open file. None if it is not a regular file.
[[nodiscard]] std::optional<FileKey> key_of_descriptor(int file);
/// The current time in ns since 1970, by the clock that sets the times of files.
[[nodiscard]] std::int64_t clock_ns();

/// Files that `check`, `compare` and `play` of this user wrote and that have not changed since. Standard
/// output and standard error of this process count too, if they go to such a file or to one that was empty at
/// the start. In a bot's folder these files are not part of the bot, and are hidden from it. They are
/// identified by device, inode, size and times, not by their contents. Therefore a copy or a changed file
/// belongs to the bot.
class WrittenFiles {
 public:
  /// Reads the record, `written` in `cache_folder()`.
  WrittenFiles();
  /// Notes the state of standard output and standard error before anything is written to them.
  static void look_at_streams();
  [[nodiscard]] bool has(const FileKey& key) const;
  /// Records the files that a command names as its outputs, and the two streams. Files that are not regular,
  /// and files that have not changed since the start (because the command failed before), are not recorded.
  /// Failures are ignored. A file that is not recorded belongs to the bot.
  static void note(const std::vector<std::string>& names);

 private:
  std::set<FileKey> keys_;
};

}  // namespace tribunal
