#pragma once

#include <chrono>
#include <string>

#include "tournament/runner.hpp"

namespace tribunal {

/// Shows how far a run is, on standard error: a bar with the time left on a terminal, elsewhere a line now
/// and then.
class ProgressLine {
 public:
  ProgressLine();
  void show(const RunProgress& progress);
  /// Ends the bar's line.
  void finish();

 private:
  [[nodiscard]] bool worth_a_line(const RunProgress& progress) const;

  bool terminal_;
  bool shown_ = false;
  int percent_ = -1;                     ///< of the last line
  std::chrono::milliseconds elapsed_{};  ///< at the last line
};

/// `[#####...............] 150/600 games  25 %  310/s  1 s left`, the bar `width` wide (0: none).
[[nodiscard]] std::string progress_text(const RunProgress& progress, int width);

}  // namespace tribunal
