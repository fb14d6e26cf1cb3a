#pragma once

#include <chrono>
#include <string>

namespace tribunal {

/// The time in UTC by ISO 8601, to the second: `2026-01-31T23:59:59`, without a `Z`.
[[nodiscard]] std::string utc_text(std::chrono::system_clock::time_point time);

}  // namespace tribunal
