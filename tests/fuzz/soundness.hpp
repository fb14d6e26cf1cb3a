#pragma once

#include <vector>

#include "record/record.hpp"
#include "record/transcript.hpp"

namespace tribunal::fuzz {

/// Rules of every game and preset with its usual options, but with only one hand, for every number of players
/// that it allows.
[[nodiscard]] const std::vector<Rules>& all_rules();

/// Checks a record that can have happened, `played` again: its log is valid, and log and compact record
/// convert into each other without loss.
void must_be_sound(const Record& record, const Played& played);

}  // namespace tribunal::fuzz
