#pragma once

#include <string>
#include <string_view>

#include "bots/sandbox/sandbox.hpp"

namespace tribunal {

/// A hint about a restriction of the sandbox that the bot may have met, by the end of its stderr and its exit
/// (a limit, files that it may not write, no network), with the key of a plan or the option that changes it:
/// one sentence. Empty if it complains of no restriction that its sandbox has. `program`: the first word of
/// its command.
[[nodiscard]] std::string sandbox_hint(const Sandbox& sandbox, std::string_view error_tail,
                                       std::string_view program = {});

}  // namespace tribunal
