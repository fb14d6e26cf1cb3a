#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "bots/sandbox/file_view.hpp"
#include "bots/system/command.hpp"

namespace tribunal {

/// The files and directories that the bot most likely missed. They are next to those that its command names,
/// hidden from it, and named in its last output `said`, with or without their extension: `No module named
/// 'tribunal_bot'` names tribunal_bot.py.
[[nodiscard]] std::vector<std::filesystem::path> missed_files(const Command& command, const FileView& view,
                                                              std::string_view said);

/// The first word of a command, after the program, that looks like a file, is named in `said` and does not
/// exist; empty if there is none.
[[nodiscard]] std::filesystem::path absent_file(const Command& command, std::string_view said);

}  // namespace tribunal
