#pragma once

#include <string>

namespace tribunal {

/// The version as text: `tribunal 1.0.0, commit 1a2b3c4d5e, games 0f1e2d3c`. The last part is the beginning
/// of SHA-256 over all games with their options, defaults and presets. It is equal for programs that play the
/// same games.
[[nodiscard]] std::string version_text();

}  // namespace tribunal
