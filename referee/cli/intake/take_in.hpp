#pragma once

#include <optional>
#include <string>

#include "base/error.hpp"
#include "bots/identity/manifest.hpp"
#include "bots/process/host.hpp"
#include "cli/intake/intake_context.hpp"
#include "tournament/intake/memory.hpp"

namespace tribunal {

/// A submission that was taken in, or that an earlier intake knows.
struct TakenIn {
  IntakeResult result;
  bool as_before = false;
  std::optional<IntakeResult> judged_anew{};  ///< the last version that was admitted, by the rules of today
};

/// The file of the page for the author of a submission with this result.
[[nodiscard]] std::filesystem::path page_of(const IntakePlace& place, const IntakeResult& result);

/// Copies the files of a bot to its place, a folder, where nothing changes them.
[[nodiscard]] Result<void> store_bot(const std::filesystem::path& from, const std::vector<BotFile>& files,
                                     const std::filesystem::path& to, bool keeps_closed);

/// Takes in a submission: unpacks or copies it, finds how it is built and run, builds it, checks it in its
/// place of the plan, and stores its files and the page for its author. `before`: the result of the intake
/// before; `sound`: the last of this author that was admitted; both may be null. Whatever the submission
/// holds is bounded by the limits of the plan, and ends as a result; the error is one of the machine that
/// ends the intake.
[[nodiscard]] Result<TakenIn> take_in(Host& host, const IntakeContext& context, const Submission& submission,
                                      const IntakeResult* before, const IntakeResult* sound);

}  // namespace tribunal
