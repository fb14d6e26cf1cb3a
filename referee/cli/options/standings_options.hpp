#pragma once

#include <cstddef>

namespace CLI {
class App;
}

namespace tribunal {

/// The options by which commands that print standings say which, and how.
struct StandingsOutput {
  bool json = false;
  bool csv = false;
  bool crosstable = false;  ///< in the JSON as a member, in the text below the table, as CSV in its place
  std::size_t bootstrap = 0;

  void add_options(CLI::App& command);
};

}  // namespace tribunal
