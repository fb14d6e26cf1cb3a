#pragma once

#include <cstdint>
#include <string>

#include "tournament/plan/plan.hpp"
#include "tournament/schedule/schedule.hpp"

namespace tribunal {

/// What rounds have decided so far, for a person: the standing of a Swiss tournament by its own points, the
/// bracket of a knockout, or who has a place on a ladder. Empty in formats without rounds.
[[nodiscard]] std::string rounds_text(const Plan& plan, const Schedule& schedule);

/// The same as one JSON object: `rounds`, all that are known, and, by the format's name, what they come to.
/// An object without members in formats without rounds.
[[nodiscard]] std::string rounds_json(const Plan& plan, const Schedule& schedule);

}  // namespace tribunal
