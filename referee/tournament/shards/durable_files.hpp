#pragma once

#include <expected>
#include <filesystem>
#include <string>

namespace tribunal {

// Changes of files that are there in full or not at all, also after a failure of the machine. Errors are
// phrases.

/// Gives the file `from` the name `to` in the same file system, in place of what has it.
[[nodiscard]] std::expected<void, std::string> replace_durably(const std::filesystem::path& from,
                                                               const std::filesystem::path& to);

/// Copies the regular files of the folder `from`, whatever file system it is on, to a new folder `to`. False
/// if there is one already, which is left as it is.
[[nodiscard]] std::expected<bool, std::string> publish_folder(const std::filesystem::path& from,
                                                              const std::filesystem::path& to);

}  // namespace tribunal
