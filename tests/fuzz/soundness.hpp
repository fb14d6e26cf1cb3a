#pragma once

#include <vector>

#include "record/record.hpp"
#include "record/transcript.hpp"

namespace tribunal::fuzz {

/// Rules of every game and preset with its usual options but of one hand only, for every number of players
/// that it allows.
[[nodiscard]] const std::vector<Rules>& all_rules();

/// Checks of a record that can have happened, `played` again: its log holds, and log and compact record turn
/// into one another without loss.
void must_be_sound(const Record& record, const Played& played);

}  // namespace tribunal::fuzz
