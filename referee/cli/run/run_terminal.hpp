#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <utility>

#include "record/record.hpp"
#include "tournament/plan/plan.hpp"
#include "tournament/run/run_observer.hpp"

namespace tribunal {

/// A line on standard error that shows the progress of a run. On a terminal it is rewritten in place.
/// Elsewhere a new line is printed every ten seconds. On a terminal that cannot move its cursor (TERM=dumb)
/// nothing is shown.
class ProgressLine {
 public:
  /// Shows a line. Outside a terminal, a line with the same `step` as the last one is not printed.
  void show(const std::string& text, std::int64_t step);
  void show(const RunProgress& progress);
  /// Prints a line that is not rewritten.
  void say(const std::string& line);
  /// Ends the progress line on a terminal.
  void finish();

 private:
  enum class Device : std::uint8_t { terminal, dumb_terminal, file };
  [[nodiscard]] static Device device();

  Device device_ = device();
  bool shown_ = false;
  std::int64_t step_ = 0;  ///< step of the last line
  /// The time of the last line or, before it, of the beginning.
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

/// Shows the number of finished things: `17/40 games  42 %`.
class CountProgress {
 public:
  /// `noun`: the name of one thing.
  explicit CountProgress(std::string noun) : noun_{std::move(noun)} {}
  void show(std::uint64_t done, std::uint64_t all);
  void finish() { line_.finish(); }

 private:
  using Clock = std::chrono::steady_clock;

  std::string noun_;
  Clock::time_point shown_{};
  ProgressLine line_;
};

/// Shows a run on standard error: its progress and, for each bot, a line for the first fault of each kind.
/// Bots that do not start are shown even if `quiet`.
class RunTerminal : public RunObserver {
 public:
  /// `folder`: the results folder, which the line of the first fault names.
  RunTerminal(const Plan& plan, std::filesystem::path folder, bool quiet)
      : plan_{plan}, folder_{std::move(folder)}, quiet_{quiet} {}

  void game(const FinishedGame& game, std::uint64_t stored) override;
  /// Prints the first of several failed starts in a row, a success after them, and that a bot is given up.
  void start_news(const StartNews& news) override;
  void progress(const RunProgress& now) override;
  void end(std::string_view how, const Store& store) override;

 protected:
  /// Shows the progress unless `quiet`.
  virtual void show(ProgressLine& line, const RunProgress& now) { line.show(now); }

 private:
  const Plan& plan_;
  std::filesystem::path folder_;
  bool quiet_;
  ProgressLine line_;
  std::set<std::pair<int, FaultKind>> known_;  ///< known kinds of faults by the bot's index
};

}  // namespace tribunal
