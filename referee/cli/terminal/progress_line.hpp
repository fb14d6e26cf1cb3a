#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

#include "tournament/run/run_observer.hpp"

namespace tribunal {

/// A line on standard error that shows the progress of a run: rewritten in place on a terminal, printed every
/// few seconds elsewhere. On a terminal that cannot move its cursor (TERM=dumb) it is not shown.
class ProgressLine {
 public:
  /// `step`: outside a terminal, a line with the same step as the last one is not printed.
  void show(const std::string& text, std::int64_t step, std::chrono::milliseconds elapsed);
  void show(const RunProgress& progress);
  /// Prints a line that stays.
  void say(const std::string& line);
  /// Ends the line on a terminal.
  void finish();

 private:
  enum class Device : std::uint8_t { terminal, dumb_terminal, file };
  [[nodiscard]] static Device device();
  [[nodiscard]] bool is_due(std::int64_t step, std::chrono::milliseconds elapsed) const;

  Device device_ = device();
  bool shown_ = false;
  std::int64_t step_ = 0;                ///< of the last line
  std::chrono::milliseconds elapsed_{};  ///< at the last line
};

/// `[#####...............] 150/600 games  25 %  310/s  1 s left  3 faults`, the bar `width` wide (0: none).
[[nodiscard]] std::string progress_text(const RunProgress& progress, int width);

}  // namespace tribunal
