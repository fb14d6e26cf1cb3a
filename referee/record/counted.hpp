#pragma once

#include <cstdint>
#include <string>

namespace tribunal {

/// `1 game`, `2 games`
[[nodiscard]] inline std::string counted(std::uint64_t count, const std::string& noun) {
  return std::to_string(count) + ' ' + noun + (count == 1 ? "" : "s");
}

}  // namespace tribunal
