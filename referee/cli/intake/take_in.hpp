#pragma once

#include <optional>
#include <string>

#include "base/error.hpp"
#include "bots/identity/manifest.hpp"
#include "bots/process/host.hpp"
#include "cli/intake/intake_context.hpp"
#include "tournament/intake/memory.hpp"

namespace tribunal {

/// A submission that was taken in, or whose result an earlier intake knows.
struct TakenIn {
  IntakeResult result;
  bool as_before = false;
  std::optional<IntakeResult> judged_anew{};  ///< last admitted version, judged by today's rules
};

/// The file of the page for the author of this result's submission.
[[nodiscard]] std::filesystem::path page_of(const IntakePlace& place, const IntakeResult& result);

/// Copies the files of a bot to a folder of its own, where nothing changes them.
[[nodiscard]] Result<void> store_bot(const std::filesystem::path& from, const std::vector<BotFile>& files,
                                     const std::filesystem::path& to, bool keeps_closed);

/// Takes in a submission: unpacks or copies it, finds how it is built and run, builds it, checks it in its
/// place in the plan, and stores its files and the page for its author. `before`: the result of the last
/// intake. `sound`: the last admitted version of this author. Both may be null. Any problem of the submission
/// is bounded by the plan's limits and becomes a result. An error is one of the machine, and ends the intake.
[[nodiscard]] Result<TakenIn> take_in(Host& host, const IntakeContext& context, const Submission& submission,
                                      const IntakeResult* before, const IntakeResult* sound);

}  // namespace tribunal
