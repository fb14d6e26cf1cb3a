#include "cli/progress_line.hpp"

#include <iostream>
#include <unistd.h>

#include "report/duration_text.hpp"

namespace tribunal {
namespace {

using namespace std::chrono_literals;

constexpr int bar_width = 30;
constexpr auto line_interval = 5s;

int percent_of(const RunProgress& progress) {
  return progress.total == 0 ? 100
                             : static_cast<int>(100.0 * static_cast<double>(progress.kept) /
                                                static_cast<double>(progress.total));
}

}  // namespace

std::string progress_text(const RunProgress& progress, int width) {
  std::string text;
  const int percent = percent_of(progress);
  if (width > 0) {
    const auto filled = static_cast<std::size_t>(width * percent / 100);
    text = '[' + std::string(filled, '#') + std::string(static_cast<std::size_t>(width) - filled, '.') + "] ";
  }
  text += std::to_string(progress.kept) + '/' + std::to_string(progress.total) + " games  " +
          std::to_string(percent) + " %";
  if (const auto left = progress.left()) {
    const auto ms = std::max<std::int64_t>(1, progress.elapsed.count());
    text += "  " + std::to_string(static_cast<std::int64_t>(progress.now) * 1000 / ms) + "/s";
    if (progress.kept < progress.total) text += "  " + duration_text(*left) + " left";
  }
  return text;
}

ProgressLine::ProgressLine() : terminal_{::isatty(STDERR_FILENO) == 1} {}

bool ProgressLine::worth_a_line(const RunProgress& progress) const {
  if (!shown_) return progress.elapsed >= line_interval;
  return progress.elapsed - elapsed_ >= line_interval && percent_of(progress) != percent_;
}

void ProgressLine::show(const RunProgress& progress) {
  if (terminal_) {
    std::cerr << '\r' << progress_text(progress, bar_width) << "\x1b[K" << std::flush;
  } else if (worth_a_line(progress)) {
    std::cerr << progress_text(progress, 0) << '\n';
    elapsed_ = progress.elapsed;
    percent_ = percent_of(progress);
  } else {
    return;
  }
  shown_ = true;
}

void ProgressLine::finish() {
  if (terminal_ && shown_) std::cerr << '\n';
}

}  // namespace tribunal
