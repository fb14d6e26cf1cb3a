#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "cli/intake/take_in.hpp"
#include "cli/options/exit_code.hpp"
#include "report/format/json.hpp"
#include "tournament/intake/likeness.hpp"

namespace tribunal {

/// All that an intake tells its organiser.
struct IntakeReport {
  std::vector<Submission> submissions;
  std::vector<TakenIn> taken;         ///< of each submission, in the same order
  std::vector<std::string> gone;      ///< bots of the previous intake that have no submission now
  std::vector<std::string> removed;   ///< files of pages of bots that have no submission now
  std::vector<std::string> dropped;   ///< bots of the last plan that do not play in this one
  std::vector<LikeBots> alike;        ///< pairs of bots, of which the second may be gone
  std::vector<Submission> excluded;   ///< submissions that the organiser's list leaves out of the plan
  std::vector<std::string> left_out;  ///< files that are no submissions: a sentence each
  std::filesystem::path plan;         ///< as the person named it
  bool plan_is_written = false;
  std::filesystem::path pages;  ///< folder of the pages for authors; empty: none was wanted
};

/// A row for each submission, and below it a line of each thing that is not in a row.
[[nodiscard]] std::string text_of(const IntakeReport& report);

/// The report as a JSON object (docs/intake.md).
[[nodiscard]] Json json_of(const IntakeReport& report);

/// 0 if all submissions are admitted; 3 if some could not be judged, else 1 if some are refused.
[[nodiscard]] ExitCode exit_code_of(const IntakeReport& report);

}  // namespace tribunal
