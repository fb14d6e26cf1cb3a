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

/// The name of an author as the stem of a submission has it: composed (NFC), and without what a browser
/// (`ann (1)`) or Moodle (`Ann Example_123_assignsubmission_file`) adds.
struct AuthorName {
  std::string name;
  std::string moodle{};  ///< Moodle's number, which tells two people of one name apart; may be empty

  /// A text that is equal for equal names.
  [[nodiscard]] std::string key() const {
    return moodle.empty() ? name : name + '_' + moodle + "_assignsubmission_";
  }
};

[[nodiscard]] AuthorName author_name(const std::string& stem);

/// A person by the organiser's list.
struct StatedAuthor {
  std::vector<std::string> submissions;  ///< of several that are there, the last one counts
  std::string bot{};                     ///< may be empty, like the next three
  std::string person{};
  std::string team{};
  std::string contact{};
  std::string excluded{};  ///< why no game of the author counts; empty if they do

  /// The bot that the list itself names: of several submissions that of the first, unless it is stated. Empty
  /// if the submission's name decides.
  [[nodiscard]] std::string own_bot() const;
  /// Whether a submission of this stem, or with this key, is listed.
  [[nodiscard]] bool lists(const std::string& stem) const;
};

/// The list of a file `names.toml`: `[[names]]` with `submission`, `bot`, `person`, `team`, `contact` and
/// `excluded`.
[[nodiscard]] Result<std::vector<StatedAuthor>> read_names(const std::filesystem::path& file);

/// Names of bots by the keys of their authors' names, which stay the same from night to night. Several keys
/// may have one bot.
using SubmissionNames = std::map<std::string, std::string, std::less<>>;

/// Whether the submission with this key is that of a bot.
[[nodiscard]] inline bool is_of_bot(const SubmissionNames& names, const std::string& key,
                                    const std::string& bot) {
  const auto found = names.find(key);
  return found != names.end() && found->second == bot;
}

/// The facts by which submissions get names.
struct NamingFacts {
  std::vector<std::string> taken;  ///< names that no submission gets
  /// The name that a submission states for its bot; empty if it states none.
  std::function<std::string(const Submission&)> name_in{};
};

/// Applies the organiser's list: names bots, persons and teams, and of several submissions of one person
/// keeps the one that counts; its bot is that of the others too, by `names`. Those of an excluded author keep
/// their names, and have the reason. Returns a sentence for each that does not count, and for each name in
/// the list that is neither here nor in `names`.
[[nodiscard]] std::vector<std::string> apply_list(std::vector<Submission>& submissions,
                                                  std::span<const StatedAuthor> stated,
                                                  SubmissionNames& names);

/// Gives each submission the name of its bot: the organiser's; or that which its author's name has in
/// `names`; or that of an earlier submission by the same name with another number of Moodle's, if only one
/// person can be meant; or a new one, which is legal and looks like no other. Adds the new ones to `names`,
/// from which it removes those that look like one of `taken`. Submissions that end with one name are refused,
/// and one of them is kept for the report.
void name_bots(std::vector<Submission>& submissions, const NamingFacts& facts, SubmissionNames& names);

}  // namespace tribunal
