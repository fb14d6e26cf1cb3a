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

/// The program that a command's first word names, found like in a shell: the word itself if it has a slash,
/// otherwise by PATH. Empty if there is none.
[[nodiscard]] std::filesystem::path find_program(const std::string& word);

/// The number of bytes of a script's first line that the kernel reads.
inline constexpr std::size_t longest_first_line = 256;

/// The beginning of a file, at most `most` bytes. Empty if it cannot be read.
[[nodiscard]] std::string head_of(const std::filesystem::path& file, std::size_t most);

/// The interpreter that the first line of a script, `#!...`, names. If that is env(1), also the program that
/// it looks for. Empty if a file that begins like this is not a script.
[[nodiscard]] std::vector<std::string> interpreters_in(std::string_view head);

/// The sentence for a word that names no program.
[[nodiscard]] std::string not_found(const std::string& word);

/// One sentence for `error`, with which a program could not be run.
[[nodiscard]] std::string cannot_run(const std::string& program, const std::filesystem::path& directory,
                                     int error);

/// Whether a file that begins like this is a compiled program or library: it has the mark of ELF.
[[nodiscard]] bool is_compiled(std::string_view head);

/// The system or processor for which a program that begins like this was made, if this machine cannot run it:
/// `Windows`, `macOS`, `aarch64`. Empty otherwise.
[[nodiscard]] std::string foreign_system(std::string_view head);

/// Checks whether exec(3) can run a command: its program exists, is executable, and is a binary or a script
/// whose interpreter exists. The error is one sentence.
[[nodiscard]] Result<void> look_at(const Command& command);

/// The program of a command and, if it is a script, the interpreter in its first line, the program that
/// env(1) finds for it, and so on. The result has the absolute paths of those that can be executed.
[[nodiscard]] std::vector<std::filesystem::path> programs_of(const Command& command);

/// The folder of the sample bots and the plans that came with the program: `../lib/tribunal` relative to the
/// program's folder.
[[nodiscard]] std::filesystem::path shipped_folder();

/// The path of the sample bot with this name, such as `greedy`, as installed with the program. Empty if no
/// sample bot has this name.
[[nodiscard]] std::filesystem::path sample_bot(const std::string& name);

/// The names of all sample bots, sorted.
[[nodiscard]] std::vector<std::string> sample_bot_names();

/// Whether the file is one of the sample bots.
[[nodiscard]] bool is_sample_bot(const std::filesystem::path& file);

}  // namespace tribunal
