#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "bots/identity/identity.hpp"

namespace tribunal {

/// A file in a folder that was found but not read.
struct FoundFile {
  std::string path{};  ///< path relative to the folder
  char kind = BotFile::file;
  std::string target{};            ///< target of a link
  std::filesystem::path source{};  ///< place of the file's bytes
  std::optional<FileKey> key{};    ///< key of the file
};

/// The limits on the files of a bot that are hashed.
inline constexpr std::uint64_t most_bot_files = 200'000;
inline constexpr std::uint64_t most_bot_bytes = std::uint64_t{8} << 30U;
inline constexpr int deepest_bot_folder = 64;

/// The limits on a folder, and the sentences about a folder that exceeds them. An empty sentence stands for
/// the default one.
struct FolderBounds {
  std::uint64_t files = most_bot_files;
  std::uint64_t bytes = most_bot_bytes;  ///< gaps in files count, because a reader reads them too
  std::string too_many{};
  std::string too_large{};
};

/// Whether a path within `folder` is in the `bin` or `lib` of a Python virtual environment (PEP 405).
[[nodiscard]] bool is_in_environment(const std::filesystem::path& folder, const std::filesystem::path& path);

/// The files of a bot's folder, which is untrusted: within `bounds`, found without following links. These are
/// omitted: `left_out` (real paths); version control at the top; results; `WrittenFiles` except those in
/// `known`; and the compiled sources in Python's `__pycache__`. A link to a file elsewhere counts as that
/// file. A link into `left_out`, or one of a virtual environment, whose interpreter may be on another
/// machine, counts by its target. A link to a folder elsewhere is refused unless it is in `known`, as is a
/// link out of the folder to nothing. The error is one sentence that begins with a path.
[[nodiscard]] Result<std::vector<FoundFile>> walk_folder(const std::filesystem::path& folder,
                                                         const std::vector<std::filesystem::path>& left_out,
                                                         const std::vector<std::filesystem::path>& known,
                                                         const FolderBounds& bounds = {});

/// The outputs of runs that such a walk omits: results folders, and `WrittenFiles` except those in `known`.
/// They are hidden from the bot. Parts of the folder that cannot be read are skipped, because the bot cannot
/// be hashed with them.
[[nodiscard]] std::vector<std::filesystem::path> outputs_below(
    const std::filesystem::path& folder, const std::vector<std::filesystem::path>& known);

}  // namespace tribunal
