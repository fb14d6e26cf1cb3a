#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "cli/results/standings_output.hpp"
#include "report/format/json.hpp"
#include "tournament/imports/imported_results.hpp"
#include "tournament/plan/elos.hpp"
#include "tournament/standings/persons.hpp"
#include "tournament/standings/standings.hpp"
#include "tournament/standings/standings_of.hpp"

namespace tribunal {

class CommandLine;

/// The anchors that somebody names for ratings over several tournaments.
struct NamedAnchors {
  std::vector<Anchor> anchors;  ///< those of `--anchor`, then those of the table
  std::string table;            ///< its file; empty without one
  std::size_t rows = 0;         ///< of the table
  std::size_t usable = 0;       ///< of these, the ones with an Elo that can be fixed

  /// Says on standard error how many anchors came from a table. The error is that none did, or that the games
  /// object to the anchors.
  void tell(const Standings& standings) const;
};

/// The options by which commands over several tournaments fix the scale of their ratings.
struct AnchorOptions {
  std::vector<std::string> anchors;
  std::string table;

  void add_options(CommandLine& command);
  [[nodiscard]] bool are_given() const { return !anchors.empty() || !table.empty(); }
  /// Reads the table.
  [[nodiscard]] NamedAnchors read() const;
};

/// The bots that the organiser takes out of ratings over several tournaments, with the reason.
struct ExclusionOptions {
  std::vector<std::string> bots;
  std::string reason;

  void add_options(CommandLine& command);
  /// The reason why the options are wrong; empty if they are not.
  [[nodiscard]] std::optional<std::string> objection() const;
  /// These bots, and those of the organiser's list that are not among them.
  [[nodiscard]] std::vector<Exclusion> and_those_of(const Persons& persons) const;
};

/// A sentence for people, safe for a terminal, on bots of which no game counts; empty without bots.
[[nodiscard]] std::string sentence_about(const std::vector<Exclusion>& exclusions, std::uint64_t games);
/// For programs: each bot with the reason.
[[nodiscard]] Json json_of(const std::vector<Exclusion>& exclusions);

/// Whether `source` holds shards alone, beside the folder of `sources` into which they were merged: a line
/// says that it is omitted.
[[nodiscard]] bool is_merged(const std::string& source, const std::vector<std::string>& sources);

/// Throws `Complaint` if a folder or file is named twice.
void must_differ(const std::vector<std::string>& sources);

/// Notes on results folders, for ratings over several that do not show these facts.
class FolderNotes {
 public:
  /// Takes notes on a folder. One that cannot be read has none: whoever reads its games reports it.
  void look_at(const std::string& folder);
  /// Lines without their ends, safe for a terminal. Without anchors of the command, `are_anchored`, one says
  /// that those of the plans are not used.
  [[nodiscard]] std::vector<std::string> lines(bool are_anchored) const;
  /// For programs: the folders with rulings or with limits of single bots; an empty list if there are none.
  [[nodiscard]] const Json& json() const { return json_; }

 private:
  std::vector<std::string> lines_;
  std::vector<std::string> anchors_;  ///< of the plans, each once
  Json json_ = Json::array();
};

/// A table over several results folders, with what it depends on beside them.
struct JointTable {
  NamedAnchors named;
  Persons persons;
  std::vector<Exclusion> exclusions;
  TournamentStandings standings;
  std::vector<std::string> notes;  ///< on folders and games, lines safe for a terminal
};

/// The folders and files that a table is made of, and what is to be said about them.
struct JointSources {
  std::vector<std::filesystem::path> folders;
  ImportedResults imported{};
  FolderNotes notes{};
};

/// Makes the table, and says on standard error what a person should know of it. `wanted` has no anchors yet.
[[nodiscard]] JointTable joint_table(const JointSources& sources, NamedAnchors named, Persons persons,
                                     const ExclusionOptions& exclusions, StandingsOptions wanted,
                                     LastColumn last);

}  // namespace tribunal
