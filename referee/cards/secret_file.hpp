#pragma once

#include <filesystem>

#include "base/error.hpp"
#include "cards/commit_reveal.hpp"

namespace tribunal {

/// Reads a secret stored as 64 hexadecimal digits on one line. The error is one sentence; it never quotes the
/// file.
[[nodiscard]] Result<Secret> read_secret_file(const std::filesystem::path& path);

/// Like `read_secret_file`, but refuses a file that users other than its owner may read or write.
[[nodiscard]] Result<Secret> read_private_secret_file(const std::filesystem::path& path);

/// Writes `secret` to a new file that only its owner may read (mode 600). An existing file does not change; a
/// partly written file never has this name.
[[nodiscard]] Result<void> write_secret_file(const std::filesystem::path& path, const Secret& secret);

}  // namespace tribunal
