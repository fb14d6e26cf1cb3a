#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "bots/build/archives.hpp"
#include "tournament/intake/recipe.hpp"

namespace tribunal {

/// Looks over the files that were sent, in a folder of this program's own. Scripts that begin with #! are
/// made executable, which zips of Windows lose. Returns what their author should know, a sentence each,
/// escaped: pointers of Git LFS in place of files, and programs for other machines.
[[nodiscard]] std::vector<std::string> look_over(const std::filesystem::path& folder);

/// Lets whoever may read a file also execute it.
void make_executable(const std::filesystem::path& file);

/// A submission that an organiser was sent: a folder or an archive, of one author.
struct Submission {
  std::filesystem::path path;  ///< of a folder its links are followed
  std::string stem;            ///< name of the folder or the archive, without its ending; any bytes
  std::string bot{};           ///< name that the bot has in plans
  std::string as_before{};     ///< why it has that of an earlier submission by another name; may be empty
  std::string person{};        ///< by the organiser's list, like the next two
  std::string team{};
  std::string contact{};
  std::string excluded{};  ///< by that list, why its bot does not play; empty if it may
  std::string refusal{};   ///< why it is not looked at; empty if it is
};

/// The submissions that a command line names.
struct FoundSubmissions {
  std::vector<Submission> all;                 ///< sorted by stem
  std::vector<std::filesystem::path> folders;  ///< inboxes
  std::vector<std::string> left_out;           ///< files that are no submissions: a sentence each, escaped
};

/// The submissions at `paths`, which are archives and inboxes, and at `single`, which are submissions
/// themselves. A folder of `paths` is an inbox whatever it holds: its folders and archives are submissions.
/// The error names a path that is not there.
[[nodiscard]] Result<FoundSubmissions> find_submissions(std::span<const std::string> paths,
                                                        std::span<const std::string> single);

/// The name of a file or folder without the ending of an archive.
[[nodiscard]] std::string stem_of_submission(const std::string& name);

/// The name that a submission states for its bot in its bot.toml; empty if it states none, or is refused, or
/// is an archive of more than 64 MiB. Archives are unpacked into `work`, which is gone afterwards.
[[nodiscard]] std::string stated_name(const Submission& submission, const std::filesystem::path& work);

/// The content of a submission: that it is the same, and what refuses it before it is looked at. Reads at
/// most what `bounds` allow. The address is a text without blanks.
[[nodiscard]] Result<std::string> address_of_submission(const Submission& submission,
                                                        const UnpackBounds& bounds);

/// A submission in a folder of this program's own.
struct FetchedSubmission {
  std::filesystem::path folder;      ///< that of the bot
  std::vector<std::string> notes{};  ///< what its author should know, a sentence each, escaped
};

/// Copies or unpacks a submission that has this address into `folder`, an empty one, or beside it, and finds
/// the folder of the bot in it: the only one, at any depth, but not one named `src`; in place of an archive
/// that is all there is, what that holds. With `keeps_closed` other users may read nothing that they may not
/// read in the submission. The error is one sentence for its author.
[[nodiscard]] Result<FetchedSubmission> fetch_submission(const Submission& submission,
                                                         const std::string& address,
                                                         const std::filesystem::path& folder,
                                                         UnpackBounds bounds, bool keeps_closed);

/// The files below a folder that `fetch_submission` or a build made.
[[nodiscard]] Result<SourceTree> source_tree(const std::filesystem::path& folder);

}  // namespace tribunal
