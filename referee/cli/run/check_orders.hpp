#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "bots/sandbox/sandbox.hpp"
#include "check/order.hpp"
#include "cli/run/session.hpp"
#include "cli/terminal/output.hpp"
#include "tournament/plan/tournament.hpp"

namespace tribunal {

/// The command line of `check`.
struct CheckOptions {
  std::vector<std::string> games{"revolution"};
  std::vector<std::string> rules;  ///< rules of the single game, each `key=value`
  std::string players;
  std::int64_t seconds = 45;
  int deals = 3;
  bool deterministic = false;
  bool analyse = false;
  std::vector<std::string> only;
  Limits limits;
  std::optional<SandboxLevel> sandbox;  ///< none: the highest level that works here
  std::string build;                    ///< build command for the current folder, in which the bot runs; may
                                        ///< be empty
  std::string log;
  std::string junit;
  std::string html;
  ReportOption json;
  JournalOptions journal;
  bool github = false;
  bool quiet = false;
  std::string plan;  ///< plan whose bots are checked; empty: a command line
  std::vector<std::string> bot;

  /// The files of all reports and logs.
  [[nodiscard]] std::vector<std::string> reports() const { return {html, log, junit, json.file()}; }
};

/// The failed builds of bots, by their names.
using FailedBuilds = std::map<std::string, Examination>;

/// The bots of a command line or a plan that can be checked, and the tables at which each is checked.
struct ToCheck {
  Plan plan;
  std::vector<std::string> sha256;  ///< hashes of its bots
  std::vector<CheckedTable> tables;
  std::vector<int> bots;  ///< bots to check
  bool is_planned = false;
  FailedBuilds not_built{};
};

/// The bot of the command line, in a plan made for it, or bots of a plan: the named ones, or all that still
/// take part.
[[nodiscard]] ToCheck bots_to_check(const CheckOptions& options);

/// The check of a bot as it will play, with the limits of its plan. Commands that show a failure again name
/// the level, because `play` has another default.
[[nodiscard]] CheckOrder check_order_of(const CheckOptions& options, const ToCheck& found, BotEntry entry,
                                        int bot);
[[nodiscard]] CheckOrder check_order_of(const CheckOptions& options, const Tournament& tournament,
                                        const std::vector<Sandbox>& sandboxes, int bot);

}  // namespace tribunal
