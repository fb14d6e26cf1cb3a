#include "cli/terminal/layout_options.hpp"

#include <utility>

#include <CLI/CLI.hpp>

#include "cli/terminal/terminal.hpp"

namespace tribunal {

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
