#include "cli/terminal/report_option.hpp"

#include <algorithm>
#include <utility>

#include <CLI/CLI.hpp>

#include "cli/terminal/output.hpp"
#include "cli/terminal/terminal.hpp"

namespace tribunal {

void ReportOption::add(CLI::App& command, const std::string& name, const std::string& what) {
  command.add_flag(name + "{-}", file_, "print " + what + "; =FILE: write it to FILE beside the text");
}

ExitCode ReportOption::write(std::string_view text) const {
  Output out{file_};
  out.write(text);
  return out.finish() ? ExitCode::ok : complain(ExitCode::cannot_write, out.problem());
}

bool is_report_flag(std::string_view word) {
  return word == "--json" || word == "--csv" || word == "--markdown";
}

ExitCode complain_of(ReportOptions reports) {
  if (std::ranges::count_if(reports, &ReportOption::is_printed) > 1)
    return complain(ExitCode::usage,
                    "only one report can be printed; write the others to files: --json=FILE");
  for (const ReportOption& report : reports)
    if (const auto problem = Output::trouble_with(report.file()))
      return complain(ExitCode::cannot_write, *problem);
  return ExitCode::ok;
}

bool is_any_printed(ReportOptions reports) { return std::ranges::any_of(reports, &ReportOption::is_printed); }

TextLayout layout_of(int descriptor, std::string command) {
  const auto columns = columns_of_terminal(descriptor);
  return {.columns = columns, .legend = !columns.has_value(), .command = std::move(command)};
}

void LayoutOptions::add_wide(CLI::App& command) {
  command.add_flag("--wide", wide_,
                   "print all columns, even if the terminal is narrower (default of pipes and files)");
}

void LayoutOptions::add_legend(CLI::App& command) {
  command.add_flag("--legend", legend_, "explain the columns (default of pipes and files)");
}

TextLayout LayoutOptions::layout(int descriptor) const {
  auto layout = layout_of(descriptor);
  if (wide_) layout.columns.reset();
  layout.legend = layout.legend || legend_;
  return layout;
}

}  // namespace tribunal
