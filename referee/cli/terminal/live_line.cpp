#include "cli/terminal/live_line.hpp"

#include <iostream>
#include <unistd.h>

namespace tribunal {
namespace {

using namespace std::chrono_literals;

constexpr auto line_interval = 5s;

}  // namespace

LiveLine::LiveLine() : terminal_{::isatty(STDERR_FILENO) == 1} {}

bool LiveLine::worth_a_line(std::int64_t step, std::chrono::milliseconds elapsed) const {
  if (!shown_) return elapsed >= line_interval;
  return elapsed - elapsed_ >= line_interval && step != step_;
}

void LiveLine::show(const std::string& text, std::int64_t step, std::chrono::milliseconds elapsed) {
  if (terminal_) {
    std::cerr << '\r' << text << "\x1b[K" << std::flush;
  } else if (worth_a_line(step, elapsed)) {
    std::cerr << text << '\n';
    elapsed_ = elapsed;
    step_ = step;
  } else {
    return;
  }
  shown_ = true;
}

void LiveLine::say(const std::string& line) const {
  if (terminal_ && shown_) std::cerr << "\r\x1b[K";
  std::cerr << line << '\n' << std::flush;
}

void LiveLine::finish() {
  if (terminal_ && shown_) std::cerr << '\n';
}

}  // namespace tribunal
