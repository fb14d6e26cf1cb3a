#pragma once

#include <chrono>
#include <string>

namespace tribunal {

/// A line on standard error that says how far something is: written over on a terminal, elsewhere printed now
/// and then.
class LiveLine {
 public:
  LiveLine();
  [[nodiscard]] bool on_terminal() const { return terminal_; }
  /// `step`: where there is no terminal, a line with the same step as the last one is not worth printing.
  void show(const std::string& text, std::int64_t step, std::chrono::milliseconds elapsed);
  /// Prints a line that stays, and that the next one shown does not write over.
  void say(const std::string& line) const;
  /// Ends the line on a terminal.
  void finish();

 private:
  [[nodiscard]] bool worth_a_line(std::int64_t step, std::chrono::milliseconds elapsed) const;

  bool terminal_;
  bool shown_ = false;
  std::int64_t step_ = 0;                ///< of the last line
  std::chrono::milliseconds elapsed_{};  ///< at the last line
};

}  // namespace tribunal
