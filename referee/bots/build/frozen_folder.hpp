#pragma once

#include <expected>
#include <filesystem>
#include <string>
#include <vector>

#include "base/descriptor.hpp"
#include "base/error.hpp"
#include "bots/build/archives.hpp"
#include "bots/identity/folder_walk.hpp"
#include "bots/identity/identity.hpp"

namespace tribunal {

/// The error of a build, or of what an author sent: one sentence.
[[nodiscard]] std::unexpected<Error> fault_of_author(std::string why);
/// The error where a file cannot be written, with the reason by errno.
[[nodiscard]] std::unexpected<Error> not_written(const std::filesystem::path& file, int error);

/// Opens a file in the folder of a stranger, which errors call `name`. A link is refused: it leads elsewhere.
[[nodiscard]] Result<Descriptor> open_source(const std::filesystem::path& file, const std::string& name);

/// The whole text of a file; empty if it cannot be read.
[[nodiscard]] std::string text_of_file(const std::filesystem::path& file);

/// The files of a stranger's folder, before a byte of them is read. Refused is more than the bounds allow:
/// `who` holds more than 5 MiB.
[[nodiscard]] Result<std::vector<FoundFile>> files_within(const std::filesystem::path& folder,
                                                          const UnpackBounds& bounds, const std::string& who);

/// The files of a folder as those of a bot that has it for its own, without those at `left_out`. The error is
/// one sentence.
[[nodiscard]] Result<BotIdentity> identity_of_folder(const std::filesystem::path& folder,
                                                     const std::vector<std::filesystem::path>& left_out = {});

/// Copies the files of a bot, `files`, which were hashed before, from the folder of a stranger into another,
/// whose modes are then those of files, programs and folders alone; with `keeps_closed` no user may read in
/// the copy what that user may not read in `from`. Refused are files that have changed since, and links as
/// by `check_links`, whose result it returns. The error is one sentence.
[[nodiscard]] Result<std::vector<std::string>> copy_source(const std::filesystem::path& from,
                                                           const Manifest& files,
                                                           const std::filesystem::path& to,
                                                           bool keeps_closed = false);

/// The sentence about the links that `check_links` left out.
[[nodiscard]] std::string note_of_left_out(const std::vector<std::string>& links);

/// The first of these names, escaped, and the number of the others: `a.o, b.o, and 3 more`.
[[nodiscard]] std::string escaped_names(const std::vector<std::string>& names);

/// Gives all files and folders below `folder`, or takes from them, the right to be written.
void set_writable(const std::filesystem::path& folder, bool writable);

/// Removes a folder with all that it holds, also where nothing in it may be written. Does nothing to anything
/// but a folder.
void remove_folder(const std::filesystem::path& folder);

}  // namespace tribunal
