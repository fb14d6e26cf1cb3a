#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tribunal {

/// The time in UTC by ISO 8601, to the second: `2026-01-31T23:59:59`, without a `Z`.
[[nodiscard]] std::string utc_text(std::chrono::system_clock::time_point time);

/// Such a time with a `Z`, `2026-01-31T23:59:59Z`, in seconds since 1970; nothing if the text is not such a
/// time.
[[nodiscard]] std::optional<std::int64_t> utc_seconds(std::string_view text);

}  // namespace tribunal
