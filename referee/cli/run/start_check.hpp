#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "bots/sandbox/sandbox.hpp"
#include "tournament/plan/tournament.hpp"

namespace tribunal {

/// The way in which the organiser names the files of bots.
enum class FilesNamedBy : std::uint8_t {
  plan,     ///< `files = ["tribunal_bot.py"]`
  options,  ///< `--candidate-files tribunal_bot.py`, in a comparison
};

/// The bots of a plan that play or will: all but those that are withdrawn.
[[nodiscard]] std::vector<int> playing_bots(const Plan& plan);

/// Starts the bots of a plan that play or will, as their first game would, several at the same time, and ends
/// them again. One that fails is tried again while no other is being started. Shows on standard error those
/// that do not get ready, and returns them by index: bots at fault if that is `tolerated`, or optional bots
/// whose program is missing. The error says why nothing can be played. `results` as in `sandboxes_of`.
[[nodiscard]] std::vector<int> check_starts(const Tournament& tournament, SandboxLevel level,
                                            std::span<const std::filesystem::path> results,
                                            FilesNamedBy files, bool tolerated);

}  // namespace tribunal
