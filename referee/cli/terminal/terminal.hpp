#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "report/format/text_table.hpp"
#include "report/replay/table_text.hpp"

namespace tribunal {

class CommandLine;

/// Whether the terminal can move its cursor and show colours. It cannot if TERM is `dumb` or not set.
[[nodiscard]] bool is_capable_terminal(int descriptor);

/// Whether text on `descriptor` may have colours: on a terminal that can show them, unless NO_COLOR is set
/// (https://no-color.org).
[[nodiscard]] bool has_colours(int descriptor);

/// The style of cards: suits are shown as signs where text may have colours.
[[nodiscard]] CardStyle card_style_of(int descriptor);

/// The width in columns of the terminal behind `descriptor`. None if it is not a terminal or has no known
/// width.
[[nodiscard]] std::optional<std::size_t> columns_of_terminal(int descriptor);

/// The layout of text on `descriptor`. A terminal limits the width, and gets colours but no legend. Any other
/// file gets everything. `command`: the command that takes --wide and --legend, if it is not the running one.
[[nodiscard]] TextLayout layout_of(int descriptor, std::string command = {});

class LayoutOptions {
 public:
  void add_wide(CommandLine& command);
  /// Adds `--wide` and `--legend`.
  void add_options(CommandLine& command);
  [[nodiscard]] TextLayout layout(int descriptor) const;

 private:
  bool wide_ = false;
  bool legend_ = false;
};

}  // namespace tribunal
