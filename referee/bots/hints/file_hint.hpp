#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "bots/sandbox/sandbox.hpp"
#include "bots/system/command.hpp"

namespace tribunal {

/// Whether a character can be part of a name in a message: a letter, a digit, `_` or `-`.
[[nodiscard]] bool is_of_word(char character);

/// Whether a line reports that a file, or something in a file, cannot be found or opened.
[[nodiscard]] bool complains_of_file(std::string_view said);

/// A hint about the file of the last such complaint in `said`: the sandbox hides its place, or it is beside
/// the program instead of in the working directory. One sentence; empty if neither is true. For a hidden
/// place it does not say whether the file exists, because a bot could ask for any file.
[[nodiscard]] std::string file_hint(const Command& command, const Sandbox& sandbox, std::string_view said);

/// The hint for a program or compiler of any language that missed a file because the name in `folder` differs
/// in capitals, which does not matter on Windows and macOS. One sentence, escaped. `said`: the program's
/// output. Empty if there is no such file.
[[nodiscard]] std::string capitals_hint(std::string_view said, const std::filesystem::path& folder);

}  // namespace tribunal
