#pragma once

#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>

#include "cli/options/exit_code.hpp"
#include "report/format/text_layout.hpp"

namespace CLI {
class App;
}

namespace tribunal {

/// A report for programs, or for a page: `--json` prints it in place of the text for people, `--json=FILE`
/// writes it to a file beside that text.
class ReportOption {
 public:
  /// Adds the flag `name`; `what` says what is printed, such as `JSON`.
  void add(CLI::App& command, const std::string& name, const std::string& what);
  [[nodiscard]] bool is_wanted() const { return !file_.empty(); }
  [[nodiscard]] bool is_printed() const { return file_ == "-"; }
  /// The file as the command line names it: `-` for standard output; empty if there is to be no report.
  [[nodiscard]] const std::string& file() const { return file_; }
  /// Writes `text` to where it is wanted, which is somewhere.
  [[nodiscard]] ExitCode write(std::string_view text) const;

 private:
  std::string file_;
};

/// Whether the word is the flag of a report, `--json`, `--csv` or `--markdown`: it takes a file only when
/// joined by `=`.
[[nodiscard]] bool is_report_flag(std::string_view word);

using ReportOptions = std::initializer_list<std::reference_wrapper<const ReportOption>>;

/// Complains if two of `reports` would be printed, or if the file of one cannot be written: before the work
/// whose results they are to hold.
[[nodiscard]] ExitCode complain_of(ReportOptions reports);

/// Whether one of `reports` takes the place of the text for people.
[[nodiscard]] bool is_any_printed(ReportOptions reports);

/// The layout of text on `descriptor`: a terminal has a width and gets no legend, all else gets everything.
/// `command` takes --wide and --legend, if that is not the command that runs.
[[nodiscard]] TextLayout layout_of(int descriptor, std::string command = {});

/// The options by which a person changes it.
class LayoutOptions {
 public:
  void add_wide(CLI::App& command);
  void add_legend(CLI::App& command);
  [[nodiscard]] TextLayout layout(int descriptor) const;

 private:
  bool wide_ = false;
  bool legend_ = false;
};

}  // namespace tribunal
