#pragma once

#include <filesystem>

namespace tribunal {

/// Where a path really leads, its links followed as far as they exist, without a slash at its end.
[[nodiscard]] std::filesystem::path real_path(const std::filesystem::path& path);

/// Whether `path` is `folder`, or below it; both as from `real_path`.
[[nodiscard]] bool is_in(const std::filesystem::path& path, const std::filesystem::path& folder);

}  // namespace tribunal
