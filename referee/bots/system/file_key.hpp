#pragma once

#include <compare>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <sys/stat.h>

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

}  // namespace tribunal
