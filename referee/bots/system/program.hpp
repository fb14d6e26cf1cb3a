#pragma once

#include <expected>
#include <filesystem>
#include <string>
#include <vector>

#include "bots/system/command.hpp"

namespace tribunal {

/// The program that a command's first word names, as a shell would find it: as it is if it holds a slash,
/// else by PATH; empty if there is none.
[[nodiscard]] std::filesystem::path find_program(const std::string& word);

/// The sentence for a word that names no program: `cannot run 'greddy': not found in PATH; did you mean
/// 'greedy'?`, where there is a sample bot of a near name.
[[nodiscard]] std::string not_found(const std::string& word);

/// What `error` means for a program that could not be run: one sentence.
[[nodiscard]] std::string cannot_run(const std::string& program, const std::filesystem::path& directory,
                                     int error);

/// Looks whether a command can be run, as exec(3) would find: its program is there, executable, and a program
/// or a script whose interpreter is there. The error is one sentence.
[[nodiscard]] std::expected<void, std::string> look_at(const Command& command);

/// The program of a command and, if it is a script, the interpreter of its first line, the program that
/// env(1) finds for it, and so on: absolute paths of those that exist.
[[nodiscard]] std::vector<std::filesystem::path> programs_of(const Command& command);

}  // namespace tribunal
