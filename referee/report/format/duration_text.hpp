#pragma once

#include <chrono>
#include <string>

namespace tribunal {

/// `45 s`, `12 min`, `3 h 20 min`
[[nodiscard]] inline std::string duration_text(std::chrono::milliseconds time) {
  const auto seconds = (time.count() + 999) / 1000;
  if (seconds < 100) return std::to_string(seconds) + " s";
  const auto minutes = (seconds + 59) / 60;
  if (minutes < 100) return std::to_string(minutes) + " min";
  return std::to_string(minutes / 60) + " h " + std::to_string(minutes % 60) + " min";
}

}  // namespace tribunal
