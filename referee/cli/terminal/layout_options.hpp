#pragma once

#include <string>

#include "report/format/text_layout.hpp"

namespace CLI {
class App;
}

namespace tribunal {

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
