#pragma once

#include <string>

#include "record/limits.hpp"

namespace tribunal {

/// `1000 ms a move, 60000 ms a game and 500 ms more a move, cpu time`
[[nodiscard]] std::string clock_text(const Limits& limits);

}  // namespace tribunal
