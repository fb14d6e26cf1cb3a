#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "cli/options/exit_code.hpp"
#include "cli/results/standings_output.hpp"
#include "report/format/json.hpp"
#include "tournament/imports/imported_results.hpp"
#include "tournament/plan/elos.hpp"
#include "tournament/standings/persons.hpp"
#include "tournament/standings/standings.hpp"
#include "tournament/standings/standings_of.hpp"

namespace tribunal {

class CommandLine;

/// The anchors that the command line names for ratings over several tournaments.
struct NamedAnchors {
  std::vector<Anchor> anchors;  ///< anchors of `--anchor`, then those of the table
  std::string table;            ///< file of the table; empty if there is none
  std::size_t rows = 0;         ///< number of rows of the table
  std::size_t usable = 0;       ///< number of rows whose Elo can be fixed

  /// Prints on standard error how many anchors came from a table. It is an error if none did, or if the games
  /// contradict the anchors.
  void tell(const Standings& standings) const;
};

/// The options that fix the scale of ratings over several tournaments.
struct AnchorOptions {
  std::vector<std::string> anchors;
  std::string table;

  void add_options(CommandLine& command);
  [[nodiscard]] bool are_given() const { return !anchors.empty() || !table.empty(); }
  [[nodiscard]] NamedAnchors read() const;
};

/// The options that exclude bots from ratings over several tournaments, with the reason.
struct ExclusionOptions {
  std::vector<std::string> bots;
  std::string reason;

  void add_options(CommandLine& command);
  /// The reason that the options are invalid. None if they are valid.
  [[nodiscard]] std::optional<std::string> objection() const;
  /// These bots, and those in the organiser's list that are not among them.
  [[nodiscard]] std::vector<Exclusion> and_those_of(const Persons& persons) const;
};

/// A sentence, safe for a terminal, about excluded bots and the number of games that do not count. Empty
/// without bots.
[[nodiscard]] std::string sentence_about(const std::vector<Exclusion>& exclusions, std::uint64_t games);
/// For programs: each bot with the reason.
[[nodiscard]] Json json_of(const std::vector<Exclusion>& exclusions);

/// The title of a season: the beginning that the names of its nights share, and their number: `night, 4
/// nights`.
[[nodiscard]] std::string title_of_season(const std::vector<std::string>& names);

/// Whether `source` holds only shards, and their merged folder is among `sources`. If so, prints a line that
/// `source` is omitted.
[[nodiscard]] bool is_merged(const std::string& source, const std::vector<std::string>& sources);

/// Adds the positional for the results folders of a season, which are stored in `folders`.
void add_season_folders(CommandLine& command, std::vector<std::string>& folders);

/// The numbers of pairs that a command knows, tested and found. Without a finding, only tested
/// pairs are cleared.
struct PairsTested {
  std::size_t pairs = 0;
  std::size_t tested = 0;
  std::size_t found = 0;  ///< pairs with a finding

  /// A report for programs with the verdict and the numbers of pairs. The verdict is `found`, `none`, `partly
  /// tested` (none is found in the tested pairs), or `not tested`.
  [[nodiscard]] Json added_to(Json report) const;
  [[nodiscard]] ExitCode code() const;
  /// A line that says which part of the pairs was tested. If there is no finding, a sentence precedes it:
  /// `none` if all pairs were tested, `tested_none` if some were.
  [[nodiscard]] std::string text(const std::string& none, const std::string& tested_none) const;
};

/// Throws `Complaint` if a folder or file is named twice.
void must_differ(const std::vector<std::string>& sources);
/// Throws `Complaint` if a results folder is in `published`: it holds the secret of the deals, and everybody
/// can read what is published.
void must_be_outside(const std::filesystem::path& published, const std::vector<std::string>& sources);

/// Bots of different names with the same files.
struct SameFiles {
  std::string sha256;
  std::vector<std::string> bots;
};

/// Notes on results folders, for ratings over several folders, which do not show these facts.
class FolderNotes {
 public:
  /// Adds notes on a folder, which they call `shown` or by its own name. A folder that cannot be read gets no
  /// notes, because reading its games reports the error.
  void look_at(const std::string& folder, const std::string& shown = {});
  /// Lines without line ends, safe for a terminal. Unless `are_anchored` says that the command has anchors, a
  /// line says that those of the plans are not used.
  [[nodiscard]] std::vector<std::string> lines(bool are_anchored) const;
  /// For programs: the folders with rulings or with limits of single bots. Empty if there are none.
  [[nodiscard]] const Json& json() const { return json_; }
  /// The bots with the same files, unless they are together in one folder, whose plan shows that they are
  /// different bots.
  [[nodiscard]] std::vector<SameFiles> same_files() const;

 private:
  std::vector<std::string> lines_;
  std::vector<std::string> anchors_;  ///< different anchors of the plans
  std::map<std::string, std::map<std::string, std::set<std::string>>>
      bots_by_files_;  ///< names by hash and folder
  Json json_ = Json::array();
};

/// A table over several results folders, with everything else that it depends on.
struct JointTable {
  NamedAnchors named;
  Persons persons;
  std::vector<Exclusion> exclusions{};
  TournamentStandings standings{};
  std::vector<std::string> notes;  ///< lines about folders and games, safe for a terminal
};

/// The folders and files of a table, and the notes on them.
struct JointSources {
  std::vector<std::filesystem::path> folders;
  ImportedResults imported{};
  FolderNotes notes{};
  std::vector<std::filesystem::path> names{};  ///< names of the folders in sentences; empty: the folders
};

/// Makes the table, and prints notes on it on standard error. `wanted` has no anchors yet.
[[nodiscard]] JointTable joint_table(const JointSources& sources, NamedAnchors named, Persons persons,
                                     const ExclusionOptions& exclusions, StandingsOptions wanted,
                                     LastColumn last);

}  // namespace tribunal
