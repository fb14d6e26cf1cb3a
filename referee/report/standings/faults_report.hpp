#pragma once

#include <string>
#include <string_view>

#include "tournament/plan/plan.hpp"
#include "tournament/store/results.hpp"

namespace tribunal {

/// The shell command that shows the game of a fault again. `program` is this one, `folder` that of the
/// results, both as the user named them.
[[nodiscard]] std::string see_again(std::string_view program, std::string_view folder,
                                    const StoredFault& fault);

/// A fault as text for a person: where it was, what it was, the end of the bot's stderr without bytes that
/// could harm a terminal, and the command `again`.
[[nodiscard]] std::string fault_text(const Plan& plan, const StoredFault& fault, const std::string& again);

/// The fault as a JSON object in one line, with `stderr` as the bot wrote it and invalid UTF-8 replaced.
/// `differs`: what `tribunal verify` says of the game; empty if it holds.
[[nodiscard]] std::string fault_json(const Plan& plan, const StoredFault& fault, const std::string& again,
                                     const std::string& differs = {});

/// A restart as text; it is no fault, and no replay shows it.
[[nodiscard]] std::string restart_text(const Plan& plan, const StoredRestart& restart);

/// The kind of restarts, in addition to those of faults.
inline constexpr auto restart_kind = "restart";
/// A restart in the form of `fault_json`, with the kind `restart`, without a decision and a command.
[[nodiscard]] std::string restart_json(const Plan& plan, const StoredRestart& restart);

/// The end of what a bot wrote to stderr as indented lines, escaped; empty if it wrote nothing.
[[nodiscard]] std::string error_tail_text(std::string_view tail);

}  // namespace tribunal
