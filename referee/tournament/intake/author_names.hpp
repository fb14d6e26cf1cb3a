#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "tournament/intake/submissions.hpp"

namespace tribunal {

/// The name of an author in the stem of a submission: composed (NFC), and without the additions of a browser
/// (`ann (1)`) or Moodle (`Ann Example_123_assignsubmission_file`).
struct AuthorName {
  std::string name;
  std::string moodle{};  ///< Moodle's number, which distinguishes two people with the same name; may be empty

  /// A text that is the same for equal names.
  [[nodiscard]] std::string key() const {
    return moodle.empty() ? name : name + '_' + moodle + "_assignsubmission_";
  }
};

[[nodiscard]] AuthorName author_name(const std::string& stem);

/// A person in the organiser's list.
struct StatedAuthor {
  std::vector<std::string> submissions;  ///< names of submissions; the last one that is present counts
  std::string bot{};                     ///< name of the bot; may be empty, like the next three
  std::string person{};
  std::string team{};
  std::string contact{};
  std::string excluded{};  ///< reason that no game of the author counts; empty if they count

  /// The bot's name that the list decides: the stated one, else the name of the first of several submissions.
  /// Empty if the submission's name decides.
  [[nodiscard]] std::string own_bot() const;
  /// Whether a submission with this stem, or with this key, is listed.
  [[nodiscard]] bool lists(const std::string& stem) const;
};

/// Reads the list in a file `names.toml`: `[[names]]` with `submission`, `bot`, `person`, `team`, `contact`
/// and `excluded`.
[[nodiscard]] Result<std::vector<StatedAuthor>> read_names(const std::filesystem::path& file);

/// Names of bots by the keys of their authors' names. They stay the same from one night to the next. Several
/// keys may have one bot.
using SubmissionNames = std::map<std::string, std::string, std::less<>>;

/// Whether the submission with this key belongs to this bot.
[[nodiscard]] inline bool is_of_bot(const SubmissionNames& names, const std::string& key,
                                    const std::string& bot) {
  const auto found = names.find(key);
  return found != names.end() && found->second == bot;
}

/// The facts that decide the names of submissions.
struct NamingFacts {
  std::vector<std::string> taken;  ///< names that no submission may get
  /// The name that a submission states for its bot. Empty if it states none.
  std::function<std::string(const Submission&)> name_in{};
};

/// Sentences about an organiser's list, escaped.
struct ListNotes {
  std::vector<std::string> left_out;   ///< one for each submission that does not count
  std::vector<std::string> no_effect;  ///< one for each listed name that is neither here nor known
};

/// Applies the organiser's list: names bots, persons and teams, and keeps the submission that counts if a
/// person sent several. Its bot is also that of the person's other submissions in `names`. Submissions of an
/// excluded author keep their names and get the reason. The error names an exclusion that has no effect but
/// looks like the name of another submission.
[[nodiscard]] Result<ListNotes> apply_list(std::vector<Submission>& submissions,
                                           std::span<const StatedAuthor> stated, SubmissionNames& names);

/// Gives each submission the name of its bot. The first of these that exists is used: the name in the
/// organiser's list; the name that `names` has for the author; the name of an earlier submission by an author
/// of the same name with another Moodle number, if only one person can be meant; a new name, which is legal
/// and looks like no other: the one that the bot states, if it is free, else the author's. Adds new names to
/// `names`, and removes from it those that look like one of `taken`. If submissions end up with the same
/// name, they are refused, and one of them is kept for the report.
void name_bots(std::vector<Submission>& submissions, const NamingFacts& facts, SubmissionNames& names);

}  // namespace tribunal
