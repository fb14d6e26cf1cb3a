#pragma once

#include <ctime>
#include <expected>
#include <filesystem>
#include <string>

#include "base/error.hpp"
#include "bots/identity/identity.hpp"

namespace tribunal {

/// The error of a build, or of what an author sent: one sentence.
[[nodiscard]] std::unexpected<Error> fault_of_author(std::string why);
/// The error where a file cannot be written, with the reason by errno.
[[nodiscard]] std::unexpected<Error> not_written(const std::filesystem::path& file, int error);

/// The files of a folder as those of a bot that has it for its own. The error is one sentence.
[[nodiscard]] Result<BotIdentity> identity_of_folder(const std::filesystem::path& folder);

/// Copies the files of a bot, `files`, which were hashed before, from the folder of a stranger into another,
/// whose modes are then those of files, programs and folders alone. Refused are files that have changed
/// since, and links that lead neither to a place within the folder nor to the system's programs. The error is
/// one sentence.
[[nodiscard]] Result<void> copy_source(const std::filesystem::path& from, const Manifest& files,
                                       const std::filesystem::path& to);

/// The time of all that people wrote in the copy that is built, 2000-01-02: zips hold none before 1980.
inline constexpr std::time_t time_of_source = 946'771'200;

/// Gives what people wrote `time_of_source` and what machines made, by its bytes or its place, an older time,
/// whatever times they were sent with: so a build makes anew what is left of another build, and nothing that
/// was generated and sent beside its source.
void set_times_of_source(const std::filesystem::path& folder, const Manifest& files);

/// Gives all files and folders below `folder`, or takes from them, the right to be written.
void set_writable(const std::filesystem::path& folder, bool writable);

/// Removes a folder with all that it holds, also where nothing in it may be written. Does nothing to anything
/// but a folder.
void remove_folder(const std::filesystem::path& folder);

}  // namespace tribunal
