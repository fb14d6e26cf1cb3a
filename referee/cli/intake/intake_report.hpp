#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cli/intake/take_in.hpp"
#include "cli/options/exit_code.hpp"
#include "report/format/json.hpp"
#include "tournament/intake/likeness.hpp"

namespace tribunal {

/// Everything that an intake reports to its organiser.
struct IntakeReport {
  std::vector<Submission> submissions;
  std::vector<TakenIn> taken;         ///< results of the submissions, in the same order
  std::vector<std::string> gone;      ///< bots of the previous intake without a submission now
  std::vector<std::string> removed;   ///< names of removed pages, of bots without a submission now
  std::vector<std::string> dropped;   ///< bots of the last plan that are not in this one
  std::vector<LikeBots> alike;        ///< pairs of similar bots; the second may be gone
  std::vector<Submission> excluded;   ///< submissions that the organiser's list excludes
  std::vector<std::string> left_out;  ///< a sentence for each file that is not a submission
  std::filesystem::path plan;         ///< as the user named it
  bool plan_is_written = false;
  std::filesystem::path pages;  ///< folder of the pages for authors; empty: none requested
};

/// The report as text: a row for each submission, and then a line for everything else.
[[nodiscard]] std::string text_of(const IntakeReport& report);

/// The report as a JSON object (docs/intake.md).
[[nodiscard]] Json json_of(const IntakeReport& report);

/// The exit code: 0 if all submissions are admitted; 3 if some could not be judged; else 1 if some are
/// refused.
[[nodiscard]] ExitCode exit_code_of(const IntakeReport& report);

}  // namespace tribunal
