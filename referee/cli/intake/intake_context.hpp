#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "bots/build/archives.hpp"
#include "bots/process/host.hpp"
#include "bots/sandbox/sandbox.hpp"
#include "cli/run/check_orders.hpp"
#include "tournament/intake/memory.hpp"
#include "tournament/intake/recipe.hpp"
#include "tournament/intake/submissions.hpp"
#include "tournament/plan/tournament.hpp"

namespace tribunal {

/// The folder of an intake, `cup.intake` beside the plan `cup.toml`.
struct IntakePlace {
  std::filesystem::path plan;    ///< the plan that is written
  std::filesystem::path folder;  ///< all that follows is in it

  explicit IntakePlace(const std::filesystem::path& out);
  /// The files of bots that play or played, each version in a folder of its own, which nobody may write to.
  [[nodiscard]] std::filesystem::path bots() const { return folder / "bots"; }
  /// The pages for authors, by the keys of their results.
  [[nodiscard]] std::filesystem::path pages() const { return folder / "pages"; }
  /// Submissions that are taken in right now.
  [[nodiscard]] std::filesystem::path work() const { return folder / "work"; }
  [[nodiscard]] std::filesystem::path memory() const { return folder / "memory.json"; }
  [[nodiscard]] std::filesystem::path lock() const { return folder / "lock"; }
};

/// The facts that are the same for all submissions of an intake, which several threads share.
struct IntakeContext {
  IntakePlace place;
  Tournament event;  ///< the other bots of the plan, and behind them the place of the one that is taken in
  SandboxLevel level = SandboxLevel::bwrap;
  int workers = 1;  ///< submissions that are taken in concurrently
  UnpackBounds bounds;
  CheckOptions check;
  std::string conditions;  ///< SHA-256 of the rules, limits and version by which submissions are judged
  Toolchains machine;
  std::string secret{};      ///< that of the memory, if users of bots must not guess the folders of others
  bool keeps_sound = false;  ///< the last version that was admitted plays in place of one that is not
  bool again = false;        ///< nothing is taken from earlier intakes
};

/// The context of an intake. `workers`: as `IntakeContext::workers`; nothing: those of the plan. `base`: the
/// text of the plan without submissions; `file`: its origin, for messages. Gives the submissions their names,
/// by those in `memory`, to which it adds new ones.
/// The error names what is wrong with the plan, or with the machine.
[[nodiscard]] Result<IntakeContext> intake_context(const IntakePlace& place, const std::string& base,
                                                   const std::filesystem::path& file,
                                                   std::optional<int> workers,
                                                   std::vector<Submission>& submissions,
                                                   IntakeMemory& memory);

/// Computes `conditions` from the rest of the context, once its options are set.
void settle_conditions(IntakeContext& context);

/// Recognises places of the organiser in texts that authors read, such as the traceback of a bot: under the
/// names that they were given and their real ones, also where a text was cut within one.
class WithoutPlaces {
 public:
  /// `own`: the folders of the bot, whose files keep their names within it; `others`: folders of the
  /// organiser.
  WithoutPlaces(const std::vector<std::filesystem::path>& own,
                const std::vector<std::filesystem::path>& others);
  [[nodiscard]] std::string operator()(std::string text) const;

 private:
  void add(const std::filesystem::path& place, const std::string& inner, const std::string& itself);

  std::vector<std::pair<std::string, std::string>> replaced_;
  std::vector<std::string> places_;  ///< as texts may show them
};

}  // namespace tribunal
