#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "bots/sandbox/sandbox.hpp"
#include "bots/system/command.hpp"

namespace tribunal {

/// Whether a character may be one of a name in a message: a letter, a digit, `_` or `-`.
[[nodiscard]] bool is_of_word(char character);

/// Whether a line complains that a file, or what is in one, cannot be found or opened.
[[nodiscard]] bool complains_of_file(std::string_view said);

/// A hint about the file of the last such complaint in `said`: the sandbox hides its place, or it lies beside
/// the program and not in the working directory. One sentence; empty if it is neither. Of a hidden place it
/// does not say whether there is a file: a bot could ask for any.
[[nodiscard]] std::string file_hint(const Command& command, const Sandbox& sandbox, std::string_view said);

/// The hint for a program or compiler of any language that missed a file whose name in `folder` differs from
/// the one that it looked for in capitals alone, as it may be written on Windows and macOS: one sentence,
/// escaped. `said`: what it wrote. Empty if there is no such file.
[[nodiscard]] std::string capitals_hint(std::string_view said, const std::filesystem::path& folder);

}  // namespace tribunal
