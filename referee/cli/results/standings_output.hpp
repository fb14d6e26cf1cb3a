#pragma once

#include <cstddef>
#include <string>

#include "cli/terminal/report_option.hpp"
#include "cli/terminal/terminal.hpp"
#include "tournament/store/tables/game_row.hpp"

namespace CLI {
class App;
}

namespace tribunal {

/// The options by which commands that print standings say which, and how.
struct StandingsOutput {
  ReportOption json;
  ReportOption csv;
  ReportOption markdown;
  bool crosstable = false;  ///< in the JSON as a member, in the text below the table, as CSV in its place
  bool los = false;         ///< like `crosstable`
  bool usage = false;       ///< in the text as columns; JSON and CSV have it always
  std::size_t bootstrap = 0;
  LayoutOptions layout;

  void add_options(CLI::App& command);
  /// Complains of options that cannot be meant together.
  [[nodiscard]] ExitCode complain_of_options() const;
  /// The last column of `results` that is needed: there may be a million rows.
  [[nodiscard]] LastColumn last_column() const;
  /// The layout of the text: Markdown, which may go to a file, has all of it.
  [[nodiscard]] TextLayout text_layout(bool for_markdown) const;
  /// Writes what is wanted; `text_of` makes the text for people, in Markdown if it is called with true.
  template <class JsonOf, class CsvOf, class TextOf>
  [[nodiscard]] ExitCode write(const JsonOf& json_of, const CsvOf& csv_of, const TextOf& text_of) const {
    if (!is_any_printed({json, csv, markdown})) print(text_of(false));
    auto code = json.is_wanted() ? json.write(json_of()) : ExitCode::ok;
    if (code == ExitCode::ok && csv.is_wanted()) code = csv.write(csv_of());
    if (code == ExitCode::ok && markdown.is_wanted()) code = markdown.write(text_of(true));
    return code;
  }

 private:
  static void print(const std::string& text);
};

}  // namespace tribunal
