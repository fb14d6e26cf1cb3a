#pragma once

#include <string>

#include "cli/terminal/live_line.hpp"
#include "tournament/run/runner.hpp"

namespace tribunal {

/// Shows how far a run is: a bar with the time left on a terminal, elsewhere a line now and then.
class ProgressLine {
 public:
  void show(const RunProgress& progress);
  /// A line of its own, which stays.
  void say(const std::string& line) { line_.say(line); }
  /// Ends the bar's line.
  void finish() { line_.finish(); }

 private:
  LiveLine line_;
};

/// `[#####...............] 150/600 games  25 %  310/s  1 s left  3 faults`, the bar `width` wide (0: none).
[[nodiscard]] std::string progress_text(const RunProgress& progress, int width);

}  // namespace tribunal
