#pragma once

#include <cstdint>
#include <string>

namespace tribunal {

/// How many games of withdrawn bots were not played, as a clause at the end of a sentence; empty if all were.
[[nodiscard]] inline std::string left_out_clause(std::uint64_t games) {
  if (games == 0) return {};
  return ", and " + std::to_string(games) + " of withdrawn bots " + (games == 1 ? "is" : "are") + " left out";
}

}  // namespace tribunal
