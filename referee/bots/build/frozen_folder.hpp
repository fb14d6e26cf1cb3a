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

/// The error of a build or of a submission: one sentence for the author.
[[nodiscard]] std::unexpected<Error> fault_of_author(std::string why);
/// The error for a file that cannot be written, with the reason from errno.
[[nodiscard]] std::unexpected<Error> not_written(const std::filesystem::path& file, int error);

/// Opens a file in an untrusted folder. Errors call it `name`. A link is refused, because it leads elsewhere.
[[nodiscard]] Result<Descriptor> open_source(const std::filesystem::path& file, const std::string& name);

/// The files of an untrusted folder, before any byte of them is read. A folder that exceeds the bounds is an
/// error: `who` holds more than 5 MiB.
[[nodiscard]] Result<std::vector<FoundFile>> files_within(const std::filesystem::path& folder,
                                                          const UnpackBounds& bounds, const std::string& who);

/// The identity of a bot that has this folder for its own, without the files at `left_out`. The error is one
/// sentence.
[[nodiscard]] Result<BotIdentity> identity_of_folder(const std::filesystem::path& folder,
                                                     const std::vector<std::filesystem::path>& left_out = {});

/// Copies the files of a bot, `files`, whose hashes are known, from an untrusted folder into another. The
/// modes of the copy are only those of files, programs and folders. With `keeps_closed`, no user can read a
/// file in the copy that this user could not read in `from`. Files that have changed since they were hashed
/// are refused, and so are links that `check_links` refuses. Returns the result of `check_links`. The error
/// is one sentence.
[[nodiscard]] Result<std::vector<std::string>> copy_source(const std::filesystem::path& from,
                                                           const Manifest& files,
                                                           const std::filesystem::path& to,
                                                           bool keeps_closed = false);

/// The sentence about the links that `check_links` omitted.
[[nodiscard]] std::string note_of_left_out(const std::vector<std::string>& links);

/// The first of these names, escaped, and the number of the others: `a.o, b.o, and 3 more`.
[[nodiscard]] std::string escaped_names(const std::vector<std::string>& names);

/// Makes all files and folders below `folder` writable or read-only.
void set_writable(const std::filesystem::path& folder, bool writable);

/// Removes a folder with its contents, even if they are read-only. Does nothing if `folder` is not a folder.
void remove_folder(const std::filesystem::path& folder);

}  // namespace tribunal
