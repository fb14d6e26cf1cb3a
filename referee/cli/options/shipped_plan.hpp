#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/error.hpp"

namespace tribunal {

/// A plan that came with the program.
struct ShippedPlan {
  std::string name;     ///< by which commands take it
  std::string meaning;  ///< the first sentence of the comment at its head; may be empty
};

/// All shipped plans, sorted by name.
[[nodiscard]] std::vector<ShippedPlan> shipped_plans();

/// The plan that `given` names: that file, or else, if it is a bare word and there is no such file, the plan
/// of this name that came with the program. `-` is standard input. The error, where there is neither, is one
/// sentence, with a near name if there is one.
[[nodiscard]] std::filesystem::path plan_named(const std::string& given);

}  // namespace tribunal
