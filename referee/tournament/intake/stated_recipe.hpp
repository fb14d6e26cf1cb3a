#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "tournament/intake/recipe.hpp"

namespace tribunal {

/// The recipe that a submission states at its top: in `bot.toml` (`command`, `build`, and the texts `name`,
/// `author`, `contact`); with the texts alone, it has no command. Nothing if it has none. The error is one
/// sentence, `bot.toml:1:2: ...`, escaped.
[[nodiscard]] Result<std::optional<Recipe>> stated_recipe(const SourceTree& source);

/// The command of a stranger, written so that a plan reads it in the same words. Refused are variables and
/// `~`, which would be those of the organiser, names of sample bots, and paths that lead out of its folder,
/// other than to the system's programs: the sandbox shows a bot the files that its command names.
[[nodiscard]] Result<std::string> command_of_stranger(const std::string& text);

}  // namespace tribunal
