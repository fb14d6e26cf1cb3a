#pragma once

#include <cstdint>
#include <string>

#include "report/format/text_layout.hpp"
#include "tournament/plan/plan.hpp"
#include "tournament/schedule/schedule.hpp"

namespace tribunal {

/// What rounds have decided so far, for a person, as the format sees it (`Format::summary`). Empty in formats
/// without rounds.
[[nodiscard]] std::string rounds_text(const Plan& plan, const Schedule& schedule,
                                      const TextLayout& layout = {});

/// The same as one JSON object: `rounds`, all that are known, and, by the format's name, what they come to.
/// An object without members in formats without rounds.
[[nodiscard]] std::string rounds_json(const Plan& plan, const Schedule& schedule);

}  // namespace tribunal
