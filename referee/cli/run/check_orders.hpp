#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "bots/sandbox/sandbox.hpp"
#include "check/order.hpp"
#include "cli/run/session.hpp"
#include "cli/terminal/output.hpp"
#include "tournament/plan/tournament.hpp"

namespace tribunal {

/// The command line of `check`.
struct CheckOptions {
  std::vector<std::string> games{"revolution"};
  std::vector<std::string> rules;  ///< each `key=value`, of the one game
  std::string players;
  std::int64_t seconds = 45;
  int deals = 3;
  bool deterministic = false;
  bool analyse = false;
  std::vector<std::string> only;
  Limits limits;
  std::optional<SandboxLevel> sandbox;  ///< none: the highest that works here
  std::string build;                    ///< of the current folder, in which the bot runs; may be empty
  std::string log;
  std::string junit;
  std::string html;
  ReportOption json;
  JournalOptions journal;
  bool github = false;
  bool quiet = false;
  std::string plan;  ///< whose bots are checked; empty: a command line
  std::vector<std::string> bot;
};

/// The check of the bot on the command line, which has no sandbox yet.
[[nodiscard]] CheckOrder check_order_of(const CheckOptions& options);

/// Gives the bot its sandbox.
void confine(CheckOrder& order, SandboxLevel level);

/// The check of a bot of a plan as it will play: in its directory and sandbox, by the plan's rules and
/// limits.
[[nodiscard]] CheckOrder check_order_of(const CheckOptions& options, const Tournament& tournament,
                                        const std::vector<Sandbox>& sandboxes, SandboxLevel level, int bot);

/// The named bots of a plan; all that still play if none is named.
[[nodiscard]] std::vector<int> bots_named(const Plan& plan, const std::vector<std::string>& names);

/// Bots that run at the same time: one at every seat of the largest table, and one that is asked alone.
[[nodiscard]] int most_bots_of(const CheckOrder& order);

}  // namespace tribunal
