#pragma once

#include <cstdint>
#include <string>

#include "report/format/json.hpp"
#include "report/format/text_table.hpp"
#include "tournament/plan/plan.hpp"
#include "tournament/schedule/schedule.hpp"

namespace tribunal {

/// The decisions of the rounds so far, for a person, as the format sees them (`Format::summary`). Empty in
/// formats without rounds.
[[nodiscard]] std::string rounds_text(const Plan& plan, const Schedule& schedule,
                                      const TextLayout& layout = {});

/// The rounds as a JSON object: `rounds`, all that are known, and, by the format's name, the decisions of
/// all of them together. An object without members in formats without rounds.
[[nodiscard]] Json rounds_json(const Plan& plan, const Schedule& schedule);

}  // namespace tribunal
