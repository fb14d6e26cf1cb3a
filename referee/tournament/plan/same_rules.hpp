#pragma once

#include <algorithm>

#include "games/catalogue.hpp"

namespace tribunal {

/// Whether the same game is played, by as many players, with the same options.
[[nodiscard]] inline bool same_rules(const Rules& one, const Rules& other) {
  return one.game() == other.game() && one.players() == other.players() &&
         std::ranges::equal(one.options(), other.options());
}

}  // namespace tribunal
