#pragma once

#include <string>
#include <vector>

#include "base/error.hpp"
#include "tournament/intake/recipe.hpp"

namespace tribunal {

/// The ways in which the sources, scripts and programs at the top of a submission may be run, one for each
/// language. The error names several files of a language of which none has a usual name.
[[nodiscard]] Result<std::vector<Recipe>> guesses_of(const SourceTree& source, const Toolchains& machine);

}  // namespace tribunal
