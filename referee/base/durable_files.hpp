#pragma once

#include <filesystem>
#include <thread>

#include "base/descriptor.hpp"
#include "base/error.hpp"

namespace tribunal {

// Atomic and durable changes of files: even after a crash of the machine, each has happened completely or not
// at all. Errors are phrases.

/// Whether `path` still names this open file or folder itself, and not a link to it.
[[nodiscard]] bool is_in_place(const Descriptor& file, const std::filesystem::path& path);

/// Takes an exclusive lock on an open file or folder, without waiting. False if another process has it, or if
/// `path` now names a different file: the previous owner of the lock has moved the file.
[[nodiscard]] bool lock_in_place(const Descriptor& file, const std::filesystem::path& path);

/// Renames the file `from` to `to`, in the same file system, and replaces any file there.
[[nodiscard]] Result<void> replace_durably(const std::filesystem::path& from,
                                           const std::filesystem::path& to);

/// Starts to send a file that is being written to the disk, so that little is left for the sync at the end.
class EarlyWriteback {
 public:
  explicit EarlyWriteback(const std::filesystem::path& file);

 private:
  std::jthread thread_;
};

/// Copies the regular files of the folder `from` to a new folder `to`, perhaps in a different file system. If
/// `to` exists, it does not change, and the result is false.
[[nodiscard]] Result<bool> publish_folder(const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace tribunal
