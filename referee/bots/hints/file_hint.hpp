#pragma once

#include <string>
#include <string_view>

#include "bots/sandbox/sandbox.hpp"
#include "bots/system/command.hpp"

namespace tribunal {

/// Whether a line complains that a file cannot be found or opened.
[[nodiscard]] bool complains_of_file(std::string_view said);

/// A hint about the file of the last such complaint in `said`: the sandbox hides its place, or it lies beside
/// the program and not in the working directory. One sentence; empty if it is neither. Of a hidden place it
/// does not say whether there is a file: a bot could ask for any.
[[nodiscard]] std::string file_hint(const Command& command, const Sandbox& sandbox, std::string_view said);

}  // namespace tribunal
