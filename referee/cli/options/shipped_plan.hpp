#pragma once

#include <filesystem>
#include <string>

namespace tribunal {

/// The plan that `given` names: that file, or else, if it is a bare word and there is no such file, the plan
/// of this name that came with the program. `-` is standard input.
[[nodiscard]] std::filesystem::path plan_named(const std::string& given);

}  // namespace tribunal
