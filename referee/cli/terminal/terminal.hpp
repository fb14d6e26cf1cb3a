#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "report/format/text_table.hpp"
#include "report/replay/told.hpp"

namespace tribunal {

class CommandLine;

/// Whether the terminal can move its cursor and show colours: not if TERM is `dumb` or not set.
[[nodiscard]] bool is_capable_terminal(int descriptor);

/// The signs of suits where the terminal can show them, unless NO_COLOR is set (https://no-color.org).
[[nodiscard]] CardStyle card_style_of(int descriptor);

/// Columns of the terminal behind `descriptor`; nothing if it is none, or does not say.
[[nodiscard]] std::optional<std::size_t> columns_of_terminal(int descriptor);

/// The layout of text on `descriptor`: a terminal has a width and gets no legend, all else gets everything.
/// `command` takes --wide and --legend, if that is not the command that runs.
[[nodiscard]] TextLayout layout_of(int descriptor, std::string command = {});

/// The options by which a person changes it.
class LayoutOptions {
 public:
  void add_wide(CommandLine& command);
  void add_legend(CommandLine& command);
  [[nodiscard]] TextLayout layout(int descriptor) const;

 private:
  bool wide_ = false;
  bool legend_ = false;
};

}  // namespace tribunal
