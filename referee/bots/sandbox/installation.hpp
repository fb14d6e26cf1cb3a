#pragma once

#include <filesystem>
#include <span>
#include <vector>

namespace tribunal {

/// The directory of the installation that a program belongs to, by convention: a `bin` (or `sbin`, or the
/// `shims` of a version manager) beside a `lib` or a `libexec`. Empty if there is none, if it is the
/// system's, or if it holds more than programs, like a home directory or its `.local`.
[[nodiscard]] std::filesystem::path installation_of(const std::filesystem::path& program);

/// Whether an installation is a Python virtual environment (PEP 405). The files that its programs find there
/// belong to them, wherever they are.
[[nodiscard]] bool is_virtual_environment(const std::filesystem::path& installation);

/// The files and folders that programs of an installation need, because anything else may lie in its
/// directory, too: a competition in a virtual environment, for example. A part that holds one of the
/// `organiser`'s paths is omitted. No installation has none.
[[nodiscard]] std::vector<std::filesystem::path> parts_of(const std::filesystem::path& installation,
                                                          std::span<const std::filesystem::path> organiser);

}  // namespace tribunal
