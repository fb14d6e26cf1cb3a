#pragma once

#include <optional>
#include <string>
#include <vector>

#include "games/core/rules.hpp"
#include "games/layout/rules.hpp"

namespace tribunal {

// Options that more than one game of the layout family has, and those of its sessions.

/// `session`, `ante`, `drop_points`, and `hands` as the session has it.
[[nodiscard]] std::vector<OptionInfo> session_options();

/// The value of option `scoring`.
[[nodiscard]] LayoutScoring scoring_of(const OptionValues& options);

/// Reads the options of the session into `rules`, whose players and Mob are known, and puts numbers in the
/// place of `usual`.
void read_session(OptionValues& options, LayoutRules& rules);
/// What is impossible in the session's combination, and what is expected.
[[nodiscard]] std::optional<std::string> session_objection(const LayoutRules& rules);

}  // namespace tribunal
