#include "cli/run/run_terminal.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iostream>
#include <unistd.h>

#include "base/text/number_text.hpp"
#include "base/text/text_width.hpp"
#include "cli/terminal/terminal.hpp"
#include "report/standings/outlook_report.hpp"
#include "table/start_desk.hpp"
#include "tournament/run/run_journal.hpp"

namespace tribunal {
namespace {

using namespace std::chrono_literals;

constexpr auto line_interval = 10s;
constexpr int bar_width = 30;

int percent_of(const RunProgress& progress) {
  return progress.total == 0 ? 100
                             : static_cast<int>(100.0 * static_cast<double>(progress.stored) /
                                                static_cast<double>(progress.total));
}

/// The front of a text that fits into one line of the terminal. A longer line would wrap, and could not be
/// rewritten.
std::string_view cut_to_terminal(std::string_view text) {
  const auto columns = columns_of_terminal(STDERR_FILENO);
  return columns ? first_columns(text, *columns - 1) : text;
}

/// The progress as text: `[#####...............] 150/600 games  25 %  310/s  1 s left  3 faults`. `width`:
/// that of the bar; 0: no bar.
std::string progress_text(const RunProgress& progress, int width) {
  std::string text;
  const int percent = percent_of(progress);
  if (width > 0) {
    const auto filled = static_cast<std::size_t>(width * percent / 100);
    text = '[' + std::string(filled, '#') + std::string(static_cast<std::size_t>(width) - filled, '.') + "] ";
  }
  text += std::to_string(progress.stored) + '/' + counted(progress.total, "game") + "  " +
          std::to_string(percent) + " %";
  if (const auto left = progress.left()) {
    const auto ms = std::max<std::int64_t>(1, progress.elapsed.count());
    text += "  " + std::to_string(static_cast<std::int64_t>(progress.now) * 1000 / ms) + "/s";
    if (progress.stored < progress.total) text += "  " + duration_text(*left) + " left";
  }
  if (progress.faults > 0) text += "  " + counted(progress.faults, "fault");
  return text;
}

}  // namespace

ProgressLine::Device ProgressLine::device() {
  if (::isatty(STDERR_FILENO) == 0) return Device::file;
  return is_capable_terminal(STDERR_FILENO) ? Device::terminal : Device::dumb_terminal;
}

void ProgressLine::show(const std::string& text, std::int64_t step) {
  if (device_ == Device::dumb_terminal) return;
  const auto now = std::chrono::steady_clock::now();
  if (device_ == Device::terminal) {
    std::cerr << '\r' << cut_to_terminal(text) << "\x1b[K" << std::flush;
  } else if (now - last_ >= line_interval && (!shown_ || step != step_)) {
    std::cerr << text << '\n';
    last_ = now;
    step_ = step;
  } else {
    return;
  }
  shown_ = true;
}

void ProgressLine::show(const RunProgress& progress) {
  show(progress_text(progress, device_ == Device::terminal ? bar_width : 0), percent_of(progress));
}

void ProgressLine::say(const std::string& line) {
  if (device_ == Device::terminal && shown_) std::cerr << "\r\x1b[K";
  std::cerr << line << '\n' << std::flush;
}

void ProgressLine::finish() {
  if (device_ == Device::terminal && shown_) std::cerr << '\n';
}

void CountProgress::show(std::uint64_t done, std::uint64_t all) {
  const auto now = Clock::now();
  if (now - shown_ < 200ms && done < all) return;
  shown_ = now;
  const auto percent = static_cast<std::int64_t>(100 * done / std::max<std::uint64_t>(1, all));
  line_.show(fmt::format("{}/{}  {} %", done, counted(all, noun_), percent), percent);
}

void RunTerminal::game(const FinishedGame& game, std::uint64_t /*stored*/) {
  if (quiet_) return;
  for (const auto& report : game.reports) {
    const bool is_first_of_all = known_.empty();
    const auto bot = game.result.seats.at(index_of(report.fault.seat)).bot;
    if (!known_.emplace(bot, report.fault.kind).second) continue;
    line_.say(fault_line(plan_, game, report) +
              (is_first_of_all ? "; 'tribunal faults " + folder_.string() + "' lists all" : ""));
  }
}

void RunTerminal::start_news(const StartNews& news) {
  if (news.standing != StartDesk::Standing::in_doubt || news.in_a_row <= 1)
    line_.say(start_line(plan_, news));
}

void RunTerminal::progress(const RunProgress& now) {
  if (!quiet_) show(line_, now);
}

void RunTerminal::end(std::string_view /*how*/, const Store& /*store*/) { line_.finish(); }

}  // namespace tribunal
