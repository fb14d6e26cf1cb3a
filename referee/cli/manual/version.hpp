#pragma once

#include <string>

namespace tribunal {

/// `tribunal 0.1.0, commit 1a2b3c4d5e, games 0f1e2d3c`: the last is the beginning of SHA-256 over all games,
/// their options, defaults and presets, so that it is equal where the same can be played.
[[nodiscard]] std::string version_text();

}  // namespace tribunal
