#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/descriptor.hpp"
#include "base/error.hpp"
#include "bots/build/archives.hpp"
#include "bots/identity/identity.hpp"
#include "bots/sandbox/sandbox.hpp"
#include "bots/system/without_places.hpp"
#include "cli/run/check_orders.hpp"
#include "tournament/intake/memory.hpp"
#include "tournament/intake/recipe.hpp"
#include "tournament/intake/submissions.hpp"
#include "tournament/plan/tournament.hpp"

namespace tribunal {

/// The folder of an intake, `cup.intake` beside the plan `cup.toml`.
struct IntakePlace {
  std::filesystem::path plan;    ///< plan that the intake writes
  std::filesystem::path folder;  ///< folder of everything below

  explicit IntakePlace(const std::filesystem::path& out);
  /// The files of bots that play or played. Each version has a folder of its own, which is read-only.
  [[nodiscard]] std::filesystem::path bots() const { return folder / "bots"; }
  /// The pages for authors, named by the keys of their results.
  [[nodiscard]] std::filesystem::path pages() const { return folder / "pages"; }
  /// Submissions in progress.
  [[nodiscard]] std::filesystem::path work() const { return folder / "work"; }
  [[nodiscard]] std::filesystem::path memory() const { return folder / "memory.json"; }
  [[nodiscard]] std::filesystem::path lock() const { return folder / "lock"; }
  /// Creates the folders. Throws `Complaint`.
  void make_folders() const;
  /// A lock that keeps other intakes out of the folder while it lives. Throws `Complaint`.
  [[nodiscard]] Descriptor hold() const;
};

/// The file of the page for the author of this result's submission.
[[nodiscard]] std::filesystem::path page_of(const IntakePlace& place, const IntakeResult& result);

/// Copies the files of a bot to a folder of its own, where nothing changes them.
[[nodiscard]] Result<void> store_bot(const std::filesystem::path& from, const std::vector<BotFile>& files,
                                     const std::filesystem::path& to, bool keeps_closed);

/// The facts that are equal for all submissions of an intake. Several threads share them.
struct IntakeContext {
  IntakePlace place;
  Tournament event;  ///< other bots of the plan, and behind them the place for the current submission
  SandboxLevel level = SandboxLevel::bwrap;
  int workers = 1;  ///< number of submissions that are handled at a time
  UnpackBounds bounds;
  CheckOptions check{};
  std::string conditions{};  ///< SHA-256 of the rules, limits and version by which submissions are judged
  Toolchains machine;
  std::string secret{};      ///< that of the memory, if bots' users must not guess other folders
  bool keeps_sound = false;  ///< whether the last admitted version plays in place of a refused one
  bool again = false;        ///< whether results of earlier intakes are ignored
};

/// The context of an intake. `workers`: as in the context; none: those of the plan. `base`: the text of the
/// plan without submissions. `file`: its origin for messages. Names the submissions by `memory`, and adds new
/// names to it. Throws `Complaint` if the plan is wrong, or if the machine lacks something.
[[nodiscard]] IntakeContext intake_context(const IntakePlace& place, const std::string& base,
                                           const std::filesystem::path& file, std::optional<int> workers,
                                           std::vector<Submission>& submissions, IntakeMemory& memory);

/// Computes `conditions` from the rest of the context. Call it once the options are set.
void settle_conditions(IntakeContext& context);

}  // namespace tribunal
