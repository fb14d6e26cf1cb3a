#pragma once

#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "bots/build/unpack.hpp"
#include "tournament/intake/recipe.hpp"

namespace tribunal {

/// A submission that an organiser was sent: a folder or an archive, of one author.
struct Submission {
  std::filesystem::path path;  ///< of a folder its links are followed
  std::string stem;            ///< name of the folder or the archive, without its ending; any bytes
  std::string bot{};           ///< name that the bot has in plans
  std::string refusal{};       ///< why it is not looked at; empty if it is
};

/// The submissions that a command line names.
struct FoundSubmissions {
  std::vector<Submission> all;                 ///< sorted by stem
  std::vector<std::filesystem::path> folders;  ///< inboxes
  std::vector<std::string> left_out;           ///< files that are no submissions: a sentence each, escaped
};

/// The submissions at `paths`, which are archives and inboxes, and at `single`, which are submissions
/// themselves. A folder of `paths` is an inbox whatever it holds: its folders and archives are submissions.
/// Several submissions of one stem are refused, because it is unknown which is meant. The error names a path
/// that is not there.
[[nodiscard]] Result<FoundSubmissions> find_submissions(std::span<const std::string> paths,
                                                        std::span<const std::string> single);

/// Names of bots by the stems of their submissions, which stay the same from night to night.
using SubmissionNames = std::map<std::string, std::string, std::less<>>;

/// Gives each submission the name that its stem has in `names`, or else a new one, made legal and different
/// from all others there and from `taken`; adds the new ones to `names`. A name that looks like one of
/// `taken` is replaced.
void name_bots(std::vector<Submission>& submissions, std::span<const std::string> taken,
               SubmissionNames& names);

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
