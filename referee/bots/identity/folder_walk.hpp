#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "bots/identity/manifest.hpp"

namespace tribunal {

/// A file of a folder, found but not read.
struct FoundFile {
  std::string path;  ///< relative to the folder
  char kind = BotFile::file;
  std::string target;            ///< target of a link
  std::filesystem::path source;  ///< place of a file's bytes
  std::optional<FileKey> key;    ///< key of a file
};

/// Limits on the files of a bot that are hashed.
inline constexpr std::uint64_t most_bot_files = 200'000;
inline constexpr std::uint64_t most_bot_bytes = std::uint64_t{8} << 30U;
inline constexpr int deepest_bot_folder = 64;

/// The most that a folder may hold, and the sentences about one with more; empty: the usual one.
struct FolderBounds {
  std::uint64_t files = most_bot_files;
  std::uint64_t bytes = most_bot_bytes;  ///< with gaps, as a reader reads them too
  std::string too_many{};
  std::string too_large{};
};

/// Whether a path within `folder` lies in one of Python's virtual environments (PEP 405): in its `bin` or
/// `lib`.
[[nodiscard]] bool is_in_environment(const std::filesystem::path& folder, const std::filesystem::path& path);

/// The files of a bot's folder, whose author is not trusted, within `bounds`, without following links on the
/// way. It omits `left_out` (real paths), at the top version control, results and `WrittenFiles`
/// apart from those in `known`, and the compiled sources in Python's `__pycache__`. A link to a file
/// elsewhere counts as that file; a link into `left_out`, or of a virtual environment, whose interpreter may
/// be on another machine, by its target. A link to a folder elsewhere is refused unless it is in `known`, and
/// so is a link out of the folder to nothing. The error is one sentence that begins with a path.
[[nodiscard]] Result<std::vector<FoundFile>> walk_folder(const std::filesystem::path& folder,
                                                         const std::vector<std::filesystem::path>& left_out,
                                                         const std::vector<std::filesystem::path>& known,
                                                         const FolderBounds& bounds = {});

}  // namespace tribunal
