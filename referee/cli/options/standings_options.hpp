#pragma once

#include <cstddef>

#include "tournament/store/game_row.hpp"

namespace CLI {
class App;
}

namespace tribunal {

/// The options by which commands that print standings say which, and how.
struct StandingsOutput {
  bool json = false;
  bool csv = false;
  bool crosstable = false;  ///< in the JSON as a member, in the text below the table, as CSV in its place
  bool usage = false;       ///< in the text as columns; JSON and CSV have it always
  std::size_t bootstrap = 0;

  void add_options(CLI::App& command);
  /// Of `results`, the last that is needed: there may be a million rows.
  [[nodiscard]] LastColumn last_column() const;
};

}  // namespace tribunal
