#pragma once

#include <optional>
#include <string>

#include "base/error.hpp"
#include "bots/system/command.hpp"
#include "tournament/intake/recipe.hpp"

namespace tribunal {

/// The recipe that a submission states in `bot.toml` at its top: `command`, `build`, and the texts `name`,
/// `author`, `contact`. It has no command if the file holds texts only. None if there is no such file. The
/// error is one sentence, `bot.toml:1:2: ...`, escaped.
[[nodiscard]] Result<std::optional<Recipe>> stated_recipe(const SourceTree& source);

/// The command of an untrusted author, written so that a plan reads it as the same words. These are refused:
/// variables and `~`, because they would be the organiser's; names of sample bots; and paths that lead out of
/// the bot's folder to anything but the system's programs, because the sandbox shows a bot the files that its
/// command names.
[[nodiscard]] Result<std::string> command_of_stranger(const std::string& text);

/// Checks the first line of the script that a command of an untrusted author runs, `#!...`, like the command,
/// because the sandbox shows the programs that it names, too.
[[nodiscard]] Result<void> look_at_first_line(const Command& command);

}  // namespace tribunal
