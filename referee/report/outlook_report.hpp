#pragma once

#include <string>

#include "tournament/formats/shape.hpp"

namespace tribunal {

/// How the games of a tournament come about, in a line: `4 groups x 20 deals x 3 seatings = 240 games`.
[[nodiscard]] std::string what_is_played(const Shape& shape);

/// `240 games`; where results decide, `240 to 320 games`.
[[nodiscard]] std::string games_in_all(const Shape& shape);

}  // namespace tribunal
