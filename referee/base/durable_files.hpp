#pragma once

#include <filesystem>
#include <string>
#include <thread>

#include "base/descriptor.hpp"
#include "base/error.hpp"

namespace tribunal {

// Atomic and durable changes of files: even after a crash of the machine, each has happened completely or not
// at all. Errors are phrases.

/// Whether `path` still names this open file or folder itself, and not a link to it.
[[nodiscard]] bool is_in_place(const Descriptor& file, const std::filesystem::path& path);

/// Takes an exclusive lock on an open file or folder, without waiting. False if another process has it, or if
/// there is something else at `path` now: whoever had the lock before has put the file elsewhere.
[[nodiscard]] bool lock_in_place(const Descriptor& file, const std::filesystem::path& path);

/// Renames the file `from` to `to`, in the same file system, and replaces what was there.
[[nodiscard]] Result<void> replace_durably(const std::filesystem::path& from,
                                           const std::filesystem::path& to);

/// Has a file that is being written sent to the disk meanwhile, so that little is left for the sync at the
/// end.
class EarlyWriteback {
 public:
  explicit EarlyWriteback(const std::filesystem::path& file);

 private:
  std::jthread thread_;
};

/// Copies the regular files of the folder `from` to a new folder `to`, perhaps in another file system. False
/// if `to` exists, which is then left alone.
[[nodiscard]] Result<bool> publish_folder(const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace tribunal
