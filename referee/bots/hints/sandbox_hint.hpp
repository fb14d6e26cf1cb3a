#pragma once

#include <string>
#include <string_view>

#include "bots/sandbox/sandbox.hpp"

namespace tribunal {

/// Which restriction of its sandbox a bot may have met, by what it wrote to stderr last and how it ended (a
/// limit, files that it may not write, no network), and the key of a plan or the option that changes it: one
/// sentence. Empty if it complains of none that its sandbox has. `program`: the first word of its command.
[[nodiscard]] std::string sandbox_hint(const Sandbox& sandbox, std::string_view error_tail,
                                       std::string_view program = {});

}  // namespace tribunal
