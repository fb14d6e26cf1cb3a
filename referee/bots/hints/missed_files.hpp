#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "bots/sandbox/file_view.hpp"
#include "bots/system/command.hpp"

namespace tribunal {

/// Files and directories that lie beside those that a command names, that its bot does not see, and that its
/// last words `said` name, with or without their extension: what it missed, most likely.
/// `No module named 'tribunal_bot'` names tribunal_bot.py.
[[nodiscard]] std::vector<std::filesystem::path> missed_files(const Command& command, const FileView& view,
                                                              std::string_view said);

/// The first word of a command, after the program, that looks like a file, that `said` names, and where there
/// is nothing; empty if there is none.
[[nodiscard]] std::filesystem::path absent_file(const Command& command, std::string_view said);

}  // namespace tribunal
