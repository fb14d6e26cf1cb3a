#pragma once

#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <optional>

#include "base/error.hpp"
#include "bots/sandbox/sandbox.hpp"
#include "cli/options/own_limits.hpp"
#include "record/record.hpp"
#include "tournament/plan/plan.hpp"

namespace tribunal {

/// The level to be used: the one demanded, or the highest that works here. Tries it out by running a small
/// command. The error is one sentence: what is missing for the level demanded, and how to get it (exit code
/// 69). Refused too, and first: limits for bots (`resources`) that this process is not allowed to set, and
/// too small limits of its own for `crowd`, whose level is not looked at; what may be raised is
/// (`make_room`).
[[nodiscard]] Result<SandboxLevel> settle_level(std::optional<SandboxLevel> demanded, Crowd crowd,
                                                const Resources& resources = {});

/// The level for a tournament whose results are in `out`: the level that its plan demands, or else the one at
/// which its games were played so far, since the levels that work may change from run to run.
[[nodiscard]] Result<SandboxLevel> settle_level(const Plan& plan, const Crowd& crowd,
                                                const std::filesystem::path& out);

/// The author of the commands by which the bots of a recorded game are started again.
enum class CommandSource : std::uint8_t {
  command_line,    ///< the person who runs this program
  results_folder,  ///< whoever made the folder
};

/// The level for bots that play a recorded game again: `asked`, or without it the level of the record.
/// Without `asked`, levels below bwrap are refused for the commands of a folder, which may be untrusted. The
/// error is one sentence (exit code 69).
[[nodiscard]] Result<SandboxLevel> settle_level_again(std::optional<SandboxLevel> asked, const Record& record,
                                                      CommandSource source, const Resources& resources = {});

/// Says on `out` which level is in force, and below bwrap, what it does not protect.
void tell_of_level(std::ostream& out, SandboxLevel level);

}  // namespace tribunal
