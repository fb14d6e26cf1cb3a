#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "bots/system/command.hpp"

namespace tribunal {

/// The name of a kit for bots in any language, without its extension.
inline constexpr std::string_view kit_stem = "tribunal_bot";

/// The program that a command's first word names, as a shell finds it: the word itself if it has a slash,
/// else by PATH; empty if there is none.
[[nodiscard]] std::filesystem::path find_program(const std::string& word);

/// The beginning of a file, at most so many bytes; empty if it cannot be read.
[[nodiscard]] std::string head_of(const std::filesystem::path& file, std::size_t most);

/// The interpreter that the first line of a script, `#!...`, names, and if that is env(1), the program that
/// it looks for; none if a file that begins so is not a script.
[[nodiscard]] std::vector<std::string> interpreters_in(std::string_view head);

/// The sentence for a word that names no program.
[[nodiscard]] std::string not_found(const std::string& word);

/// The meaning of `error` for a program that could not be run: one sentence.
[[nodiscard]] std::string cannot_run(const std::string& program, const std::filesystem::path& directory,
                                     int error);

/// Whether a file that begins so is a compiled program or library: it has the mark of ELF.
[[nodiscard]] bool is_compiled(std::string_view head);

/// The system or processor that a program which begins so is for, if this machine does not run it: `Windows`,
/// `macOS`, `aarch64`. Empty otherwise.
[[nodiscard]] std::string foreign_system(std::string_view head);

/// Checks whether a command can be run by exec(3): its program exists, is executable, and is a binary or a
/// script whose interpreter exists. The error is one sentence.
[[nodiscard]] Result<void> look_at(const Command& command);

/// The program of a command and, if it is a script, the interpreter of its first line, the program that
/// env(1) finds for it, and so on: absolute paths of those that exist.
[[nodiscard]] std::vector<std::filesystem::path> programs_of(const Command& command);

/// The sample bot of this name, as installed with the program: `greedy`. Empty if there is none. Sample bots
/// are in `../lib/tribunal/bots` relative to the program's folder, next to the plans.
[[nodiscard]] std::filesystem::path sample_bot(const std::string& name);

/// The names of all sample bots, sorted.
[[nodiscard]] std::vector<std::string> sample_bot_names();

/// Whether the file is one of the sample bots.
[[nodiscard]] bool is_sample_bot(const std::filesystem::path& file);

}  // namespace tribunal
