#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "cli/terminal/output.hpp"
#include "cli/terminal/terminal.hpp"
#include "report/format/json.hpp"
#include "report/standings/standings_report.hpp"
#include "tournament/results/results.hpp"
#include "tournament/results/tables/game_row.hpp"
#include "tournament/standings/persons.hpp"
#include "tournament/standings/standings_of.hpp"

namespace tribunal {

class CommandLine;

/// The options by which commands take luck out of standings.
struct LuckOption {
  bool draws = false;
  bool hands = false;  ///< and draws

  /// `adds`: what the command adds then, a noun phrase, with a blank behind it.
  void add_options(CommandLine& command, const std::string& adds, const std::string& more = {});
  [[nodiscard]] bool is_wanted() const { return draws || hands; }
  /// The luck that is stored in the folder of the results; nothing if none is wanted. `Tally` finds out
  /// whether it is theirs. The error says that it is not there, and the next step.
  [[nodiscard]] Result<std::optional<LuckTakenOut>> read(const std::filesystem::path& folder,
                                                         const Results& results) const;
};

/// The option by which commands show who is behind the bots.
struct PersonsOption {
  std::string file;

  void add_option(CommandLine& command, const std::string& where);
  /// Reads the list, if there is one.
  [[nodiscard]] Result<Persons> read() const;
  /// Writes the persons of the list to the rows, and says who has none.
  void add_to(TournamentStandings& standings) const;
};

/// The options by which commands that print standings say which, and how.
struct StandingsOutput {
  using TextOf = std::function<std::string(const TextLayout&)>;

  ReportOption json;
  ReportOption csv;
  ReportOption markdown;
  bool crosstable = false;  ///< in the JSON as a member, in the text below the table, as CSV in its place
  bool los = false;         ///< like `crosstable`
  bool usage = false;       ///< in the text as columns; JSON and CSV have it always
  bool latest = false;      ///< `StandingsOptions::latest`
  bool history = false;     ///< like `crosstable`
  std::size_t bootstrap = 0;
  std::string columns;  ///< those of the table of standings in text, Markdown and CSV; empty: the usual ones
  PersonsOption persons;
  LuckOption luck;  ///< for commands whose results have it stored beside them. As CSV: like `crosstable`
  LayoutOptions layout;

  void add_options(CommandLine& command);
  /// Complains of options that cannot be meant together.
  void check_options() const;
  /// The last column of `games` that is needed: there may be a million rows.
  [[nodiscard]] LastColumn last_column() const;
  /// Writes what is wanted of the standings. `json_of` makes the JSON. Text and Markdown have the tables with
  /// what `rounds` says before those of pairs, and what `below` says at the end.
  [[nodiscard]] ExitCode write(const TournamentStandings& standings, const std::function<Json()>& json_of,
                               const TextOf& rounds = no_text, const TextOf& below = no_text) const;

 private:
  static std::string no_text(const TextLayout&) { return {}; }
  [[nodiscard]] StandingsColumns shown_columns(const TextLayout& layout) const;
  [[nodiscard]] std::string text(const TournamentStandings& standings, bool for_markdown,
                                 const TextOf& rounds, const TextOf& below) const;
};

}  // namespace tribunal
