#include "cli/terminal/progress_line.hpp"

#include <algorithm>

#include "record/number_text.hpp"
#include "report/format/duration_text.hpp"

namespace tribunal {
namespace {

constexpr int bar_width = 30;

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
  text += std::to_string(progress.kept) + '/' + counted(progress.total, "game") + "  " +
          std::to_string(percent) + " %";
  if (const auto left = progress.left()) {
    const auto ms = std::max<std::int64_t>(1, progress.elapsed.count());
    text += "  " + std::to_string(static_cast<std::int64_t>(progress.now) * 1000 / ms) + "/s";
    if (progress.kept < progress.total) text += "  " + duration_text(*left) + " left";
  }
  if (progress.faults > 0) text += "  " + counted(progress.faults, "fault");
  return text;
}

void ProgressLine::show(const RunProgress& progress) {
  line_.show(progress_text(progress, line_.on_terminal() ? bar_width : 0), percent_of(progress),
             progress.elapsed);
}

}  // namespace tribunal
