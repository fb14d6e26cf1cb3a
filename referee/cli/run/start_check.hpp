#pragma once

#include <cstdint>
#include <expected>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/options/exit_code.hpp"
#include "tournament/plan/tournament.hpp"

namespace tribunal {

/// A bot that did not get ready, tried twice.
struct Absentee {
  int bot = 0;           ///< its index in the plan
  bool machine = false;  ///< the trouble was the machine's or the referee's, not the bot's
  std::string message;
  std::string error_tail;  ///< the end of what it wrote to stderr, as it wrote it
  std::string hint;        ///< a sentence; may be empty
};

/// The way in which the organiser names the files of bots.
enum class FilesNamedBy : std::uint8_t {
  plan,     ///< `files = ["tribunal_bot.py"]`
  options,  ///< `--candidate-files tribunal_bot.py`, in a comparison
};

/// Starts these bots of the plan, by their index, as their first game would, several at the same time, and
/// ends them again. One that fails is tried again while no other is being started. Returns those that do not
/// get ready, by index; nothing if it was interrupted. `results` as in `sandboxes_of`.
[[nodiscard]] std::optional<std::vector<Absentee>> call_roll(const Tournament& tournament,
                                                             std::span<const int> bots, SandboxLevel level,
                                                             std::span<const std::filesystem::path> results,
                                                             FilesNamedBy files = FilesNamedBy::plan);

/// The bots of a plan that play or will: all but those that are withdrawn.
[[nodiscard]] std::vector<int> bots_on_roll(const Plan& plan);

/// Shows on standard error each that is absent, with the end of its stderr and the hint.
void show_absentees(const Plan& plan, std::span<const Absentee> absent);

/// Whether the plan does without the bot on this machine, where its program or its interpreter is missing.
[[nodiscard]] bool is_left_out(const PlannedBot& bot);

/// Runs the start check and shows the bots that failed. Returns these by index: none, or bots at fault if
/// that is `tolerated`, or optional bots whose program is missing; otherwise the exit code that says why
/// nothing can be played.
[[nodiscard]] Result<std::vector<int>> require_all(const Tournament& tournament, std::span<const int> bots,
                                                   SandboxLevel level,
                                                   std::span<const std::filesystem::path> results,
                                                   FilesNamedBy files, bool tolerated);

}  // namespace tribunal
