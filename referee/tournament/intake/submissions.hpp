#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "bots/build/archives.hpp"
#include "tournament/intake/recipe.hpp"

namespace tribunal {

/// Makes a file executable for everyone who may read it.
void make_executable(const std::filesystem::path& file);

/// A submission to an organiser: a folder or an archive by one author.
struct Submission {
  std::filesystem::path path;  ///< path of the submission; links within a folder are followed
  std::string stem;            ///< name of the folder or archive without its ending; may hold any bytes
  std::string bot{};           ///< name that the bot has in plans
  std::string as_before{};     ///< reason that it is taken for an earlier submission of another name; may be
                               ///< empty
  std::string person{};        ///< stated in the organiser's list, like the next two
  std::string team{};
  std::string contact{};
  std::string excluded{};  ///< reason in that list that the bot does not play; empty if it may play
  std::string refusal{};   ///< reason that the submission is not examined; empty if it is
};

/// The submissions that a command line names.
struct FoundSubmissions {
  std::vector<Submission> all;                 ///< sorted by stem
  std::vector<std::filesystem::path> folders;  ///< inboxes
  std::vector<std::string> left_out;           ///< a sentence for each file that is not a submission, escaped
};

/// The submissions at `paths`, which are archives and inboxes, and at `single`, which are single submissions.
/// A folder in `paths` is always an inbox: the folders and archives in it are submissions. The error names a
/// path that does not exist.
[[nodiscard]] Result<FoundSubmissions> find_submissions(std::span<const std::string> paths,
                                                        std::span<const std::string> single);

/// The name of a file or folder without the ending of an archive.
[[nodiscard]] std::string stem_of_submission(const std::string& name);

/// The name that a submission states for its bot in bot.toml. Empty if it states none, if it is refused, or
/// if the submission is an archive of more than 64 MiB. Archives are unpacked into `work`, which is removed
/// afterwards.
[[nodiscard]] std::string stated_name(const Submission& submission, const std::filesystem::path& work);

/// The address of a submission: a text without blanks that is equal for equal contents. The error is a reason
/// to refuse it without a closer look. Reads at most as much as `bounds` allow.
[[nodiscard]] Result<std::string> address_of_submission(const Submission& submission,
                                                        const UnpackBounds& bounds);

/// A submission in a folder that belongs to this program.
struct FetchedSubmission {
  std::filesystem::path folder;        ///< folder of the bot
  std::vector<std::string> notes{};    ///< sentences for the author, escaped
  std::vector<std::string> foreign{};  ///< those of `notes` about programs for other machines
};

/// Copies or unpacks a submission with this address into `folder`, which is empty, or beside it. Then it
/// finds the folder of the bot: while a folder holds only one other folder, that one, unless it is named
/// `src`. If an archive is all that there is, its contents take its place. With `keeps_closed`, other users
/// can read nothing that they could not read in the submission. The error is one sentence for the author.
[[nodiscard]] Result<FetchedSubmission> fetch_submission(const Submission& submission,
                                                         const std::string& address,
                                                         const std::filesystem::path& folder,
                                                         UnpackBounds bounds, bool keeps_closed);

/// The files below a folder that `fetch_submission` or a build made.
[[nodiscard]] Result<SourceTree> source_tree(const std::filesystem::path& folder);

}  // namespace tribunal
