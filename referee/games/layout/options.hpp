#pragma once

#include <optional>
#include <string>
#include <vector>

#include "games/core/rules.hpp"
#include "games/layout/rules.hpp"

namespace tribunal {

// Options of several games of the layout family, and those of its sessions.

/// `session`, `ante`, `drop_points`, and `hands` with the defaults of sessions.
[[nodiscard]] std::vector<OptionInfo> session_options();

/// The value of option `scoring`.
[[nodiscard]] LayoutScoring scoring_of(const OptionValues& options);

/// Reads the options of the session into `rules`, whose players and Mob are set, and replaces `usual` by
/// numbers.
void read_session(OptionValues& options, LayoutRules& rules);
/// The objection to an impossible combination of the session, with the expected values.
[[nodiscard]] std::optional<std::string> session_objection(const LayoutRules& rules);

}  // namespace tribunal
