#pragma once

#include <string>

#include "tournament/tournament.hpp"

namespace tribunal {

/// What rounds have decided so far, for a person: the standing of a Swiss tournament by its own points, or
/// the bracket of a knockout. Empty in other formats, whose table of ratings says all.
[[nodiscard]] std::string rounds_text(const Tournament& tournament);

}  // namespace tribunal
