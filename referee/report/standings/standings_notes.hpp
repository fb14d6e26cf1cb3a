#pragma once

#include <string>

#include "tournament/standings/standings.hpp"

namespace tribunal {

/// Warnings that figures of these standings hold less than elsewhere: games that contradict the ratings, and
/// fields too close for their games. A line each; empty if there is nothing to tell.
[[nodiscard]] std::string doubts_text(const Standings& standings);

/// The notes beside the figures: marks, groups, doubts, missing intervals, and how many deals would tell
/// more. A line each.
[[nodiscard]] std::string notes_text(const Standings& standings);

}  // namespace tribunal
