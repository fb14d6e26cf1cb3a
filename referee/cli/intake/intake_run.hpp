#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/options/exit_code.hpp"
#include "cli/options/plan_options.hpp"
#include "cli/terminal/output.hpp"

namespace tribunal {

/// The command line of `intake`.
struct IntakeOptions {
  std::vector<std::string> submissions;  ///< inboxes and archives
  std::vector<std::string> single;       ///< single submissions, of one author each
  std::string out;
  std::string base;  ///< plan with the games, limits and other bots; empty: a new one by `plan`
  NewPlanOptions plan;
  std::string names;    ///< organiser's list of names; empty: names.toml beside the plan, if it exists
  std::string season;   ///< another plan, the memory of whose intake is used too; may be empty
  std::string reports;  ///< folder of the pages for authors; empty: none
  ReportOption json;
  std::optional<int> workers{};
  std::int64_t seconds = 45;
  bool keeps_sound = false;
  bool again = false;
  bool accepts_fewer = false;  ///< whether the plan is written even if many authors are missing
};

/// Takes in submissions. Writes the plan with those that play, their authors' pages, and the table.
[[nodiscard]] ExitCode run_intake(const IntakeOptions& options);

}  // namespace tribunal
