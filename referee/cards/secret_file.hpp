#pragma once

#include <expected>
#include <filesystem>
#include <string>

#include "cards/secret.hpp"

namespace tribunal {

/// Reads a secret kept as 64 hexadecimal digits on one line. The error is one sentence; it never quotes the
/// file.
[[nodiscard]] std::expected<Secret, std::string> read_secret_file(const std::filesystem::path& path);

/// The same of a secret that still is one: a file that anybody but its owner may read or write is refused.
[[nodiscard]] std::expected<Secret, std::string> read_private_secret_file(const std::filesystem::path& path);

/// Writes `secret` to a new file that only its owner may read (mode 600). An existing file is left as it is;
/// one that is written in part never has this name.
[[nodiscard]] std::expected<void, std::string> write_secret_file(const std::filesystem::path& path,
                                                                 const Secret& secret);

}  // namespace tribunal
