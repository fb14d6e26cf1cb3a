#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "bots/process/host.hpp"
#include "cli/intake/intake_context.hpp"
#include "cli/options/exit_code.hpp"
#include "report/format/json.hpp"
#include "tournament/intake/likeness.hpp"
#include "tournament/intake/memory.hpp"

namespace tribunal {

/// A submission that was taken in, or whose result an earlier intake knows.
struct TakenIn {
  IntakeResult result;
  bool as_before = false;
  std::optional<IntakeResult> judged_anew{};  ///< last admitted version, judged by today's rules
};

/// Takes in a submission: unpacks or copies it, finds how it is built and run, builds it, checks it in its
/// place in the plan, and stores its files and the page for its author. `before`: the result of the last
/// intake. `sound`: the last admitted version of this author. Both may be null. Any problem of the submission
/// is bounded by the plan's limits and becomes a result. An error is one of the machine, and ends the intake.
[[nodiscard]] Result<TakenIn> take_in(Host& host, const IntakeContext& context, const Submission& submission,
                                      const IntakeResult* before, const IntakeResult* sound);

/// The page for an author who is excluded by the organiser's list.
[[nodiscard]] Result<std::string> page_of_excluded(const IntakeContext& context,
                                                   const Submission& submission);

/// Everything that an intake reports to its organiser.
struct IntakeReport {
  std::vector<Submission> submissions;
  std::vector<TakenIn> taken;          ///< results of the submissions, in the same order
  std::vector<std::string> gone;       ///< bots of the previous intake without a submission now
  std::vector<std::string> removed;    ///< names of removed pages, of bots without a submission now
  std::vector<std::string> dropped;    ///< bots of the last plan that are not in this one
  std::vector<LikeBots> alike;         ///< pairs of similar bots; the second may be gone
  std::vector<Submission> excluded;    ///< submissions that the organiser's list excludes
  std::vector<std::string> left_out;   ///< a sentence for each file that is not a submission
  std::vector<std::string> no_effect;  ///< a sentence for each unknown name in names.toml
  std::filesystem::path plan;          ///< path on the command line
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
