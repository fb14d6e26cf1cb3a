#pragma once

#include <string>
#include <string_view>

#include "bots/sandbox/sandbox.hpp"

namespace tribunal {

/// Which limit of its sandbox a bot may have met, by what it wrote to stderr last, and the key of a plan that
/// raises it: one sentence. Empty if it complains of none.
[[nodiscard]] std::string resource_hint(const Sandbox& sandbox, std::string_view error_tail);

}  // namespace tribunal
