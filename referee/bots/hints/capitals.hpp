#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace tribunal {

/// The hint for a program or compiler of any language that missed a file whose name in `folder` differs from
/// the one that it looked for in capitals alone, as it may be written on Windows and macOS: one sentence,
/// escaped. `said`: what it wrote. Empty if there is no such file.
[[nodiscard]] std::string capitals_hint(std::string_view said, const std::filesystem::path& folder);

}  // namespace tribunal
