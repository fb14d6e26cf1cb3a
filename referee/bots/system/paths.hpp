#pragma once

#include <filesystem>
#include <string>

namespace tribunal {

/// The target of a path, its links followed as far as they exist, without a slash at its end.
[[nodiscard]] std::filesystem::path real_path(const std::filesystem::path& path);

/// Whether `path` is `folder`, or below it; both as returned by `real_path`.
[[nodiscard]] bool is_in(const std::filesystem::path& path, const std::filesystem::path& folder);

/// The name in the folder of `path` that its last part most likely means; empty if none is near.
[[nodiscard]] std::string near_name(const std::filesystem::path& path);

}  // namespace tribunal
