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

/// The level to use: the demanded one, or the highest that works here. Tests it by running a small command.
/// Before that, refuses limits for bots (`resources`) that this process is not allowed to set, and limits of
/// its own that are too small for `crowd` and cannot be raised (`make_room`). The level of `crowd` is
/// ignored. The error is one sentence that says what is missing for the demanded level, and how to get it
/// (exit code 69).
[[nodiscard]] Result<SandboxLevel> settle_level(std::optional<SandboxLevel> demanded, Crowd crowd,
                                                const Resources& resources = {});

/// The level for a tournament whose results are in `out`: the one that its plan demands, or else the one at
/// which its games were played so far. The highest level that works may change from run to run.
[[nodiscard]] Result<SandboxLevel> settle_level(const Plan& plan, const Crowd& crowd,
                                                const std::filesystem::path& out);

/// The origin of the commands that start the bots of a recorded game again.
enum class CommandSource : std::uint8_t {
  command_line,    ///< the user of this program
  results_folder,  ///< the author of the folder, who may be untrusted
};

/// The level for bots that play a recorded game again: `asked`, or else the level of the record. Without
/// `asked`, levels below bwrap are refused for commands from a folder, because they may be untrusted. The
/// error is one sentence (exit code 69).
[[nodiscard]] Result<SandboxLevel> settle_level_again(std::optional<SandboxLevel> asked, const Record& record,
                                                      CommandSource source, const Resources& resources = {});

/// Prints on `out` which level is used and, below bwrap, what it does not protect.
void tell_of_level(std::ostream& out, SandboxLevel level);

}  // namespace tribunal
