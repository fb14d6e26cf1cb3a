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

/// The options that take luck out of standings.
struct LuckOption {
  bool draws = false;
  bool hands = false;  ///< includes draws

  /// Adds the options. `adds`: a noun phrase for what the command adds then, followed by a blank.
  void add_options(CommandLine& command, const std::string& adds, const std::string& more = {});
  [[nodiscard]] bool is_wanted() const { return draws || hands; }
  /// The luck that is stored in the results folder. None if it was not requested. `Tally` checks whether it
  /// belongs to the results. The error says that it is missing, and the next step.
  [[nodiscard]] Result<std::optional<LuckTakenOut>> read(const std::filesystem::path& folder,
                                                         const Results& results) const;
};

/// The option that shows the persons behind bots.
struct PersonsOption {
  std::string file;

  void add_option(CommandLine& command, const std::string& where);
  /// Reads the list, if one is given.
  [[nodiscard]] Result<Persons> read() const;
  /// Writes the persons of the list to the rows, and prints which have none.
  void add_to(TournamentStandings& standings) const;
};

/// The options of commands that print standings: which tables, and in which form.
struct StandingsOutput {
  using TextOf = std::function<std::string(const TextLayout&)>;

  ReportOption json;
  ReportOption csv;
  ReportOption markdown;
  bool crosstable = false;  ///< JSON: a further member; text: below the table; CSV: in its place
  bool los = false;         ///< like `crosstable`
  bool usage = false;       ///< usage columns in text; JSON and CSV always have them
  bool latest = false;      ///< `StandingsOptions::latest`
  bool history = false;     ///< like `crosstable`
  std::size_t bootstrap = 0;
  std::string columns;  ///< columns of the table of standings in text, Markdown and CSV; empty: the default
                        ///< ones
  PersonsOption persons;
  LuckOption luck;  ///< options of commands whose results can have stored luck; as CSV: like `crosstable`
  LayoutOptions layout;
  Columns<StandingsRow> ranking{};  ///< `StandingsColumns::ranking`, which the command sets

  void add_options(CommandLine& command);
  /// Throws `Complaint` if options contradict each other.
  void check_options() const;
  /// The last column of `games` that is needed, because there may be a million rows.
  [[nodiscard]] LastColumn last_column() const;
  /// Writes the requested forms of the standings. `json_of` makes the JSON. In text and Markdown, `rounds`
  /// precedes the tables of pairs, and `below` is at the end. CSV has `other_csv`, if given, in place of the
  /// standings.
  [[nodiscard]] ExitCode write(const TournamentStandings& standings, const std::function<Json()>& json_of,
                               const TextOf& rounds = no_text, const TextOf& below = no_text,
                               const std::optional<std::string>& other_csv = {}) const;

 private:
  static std::string no_text(const TextLayout&) { return {}; }
  [[nodiscard]] StandingsColumns shown_columns(const TextLayout& layout) const;
  [[nodiscard]] std::string text(const TournamentStandings& standings, bool for_markdown,
                                 const TextOf& rounds, const TextOf& below) const;
};

}  // namespace tribunal
