#pragma once

#include <string>

#include "games/core/event.hpp"
#include "report/format/card_signs.hpp"

namespace tribunal {

/// What happened, in the words of the verb's sentence: `seat 1 greedy plays Kh`.
[[nodiscard]] std::string told(const Event& event, const std::string& who, CardStyle style);

}  // namespace tribunal
