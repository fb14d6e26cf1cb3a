#include "cli/terminal/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>
#include <utility>

#include "bots/system/paths.hpp"
#include "cli/options/command_line.hpp"

namespace tribunal {

bool is_capable_terminal(int descriptor) {
  if (::isatty(descriptor) == 0) return false;
  const auto kind = environment("TERM");
  return !kind.empty() && kind != "dumb";
}

bool has_colours(int descriptor) {
  return environment("NO_COLOR").empty() && is_capable_terminal(descriptor);
}

CardStyle card_style_of(int descriptor) {
  return has_colours(descriptor) ? CardStyle::signs : CardStyle::letters;
}

std::optional<std::size_t> columns_of_terminal(int descriptor) {
  winsize size{};
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): that is how it is called
  if (::ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return std::nullopt;
  return size.ws_col;
}

TextLayout layout_of(int descriptor, std::string command) {
  const auto columns = columns_of_terminal(descriptor);
  return {.columns = columns,
          .legend = !columns.has_value(),
          .colour = has_colours(descriptor),
          .command = std::move(command)};
}

void LayoutOptions::add_wide(CommandLine& command) {
  command.add("--wide", wide_,
              "print all columns, even if the terminal is narrower (default for pipes and files)");
}

void LayoutOptions::add_options(CommandLine& command) {
  add_wide(command);
  command.add("--legend", legend_, "explain the columns (default for pipes and files)");
}

TextLayout LayoutOptions::layout(int descriptor) const {
  auto layout = layout_of(descriptor);
  if (wide_) layout.columns.reset();
  layout.legend = layout.legend || legend_;
  return layout;
}

}  // namespace tribunal
