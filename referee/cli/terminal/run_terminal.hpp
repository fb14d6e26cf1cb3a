#pragma once

#include <filesystem>
#include <set>
#include <utility>

#include "cli/terminal/progress_line.hpp"
#include "record/record.hpp"
#include "tournament/plan/plan.hpp"
#include "tournament/run/run_observer.hpp"

namespace tribunal {

/// Shows a run on standard error: its progress, one line for the first fault of each kind and bot, and, even
/// if `quiet`, the bots that do not start.
class RunTerminal : public RunObserver {
 public:
  /// `folder`: of the results, which the line of the first fault names.
  RunTerminal(const Plan& plan, std::filesystem::path folder, bool quiet)
      : plan_{plan}, folder_{std::move(folder)}, quiet_{quiet} {}

  void game(const FinishedGame& game, std::uint64_t stored) override;
  /// Prints the first of failed starts in a row, the success after them, and that a bot is given up.
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
  std::set<std::pair<int, FaultKind>> known_;  ///< by the bot's index
};

}  // namespace tribunal
