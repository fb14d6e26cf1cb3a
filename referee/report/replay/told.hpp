#pragma once

#include <string>

#include "games/core/event.hpp"
#include "report/format/card_signs.hpp"

namespace tribunal {

/// What happened, in words: `seat 1 greedy plays Kh`. An event without words of its own is shown as its line.
[[nodiscard]] std::string told(const Event& event, const std::string& who, CardStyle style);

}  // namespace tribunal
