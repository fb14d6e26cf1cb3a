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

/// The bots of a plan that take part now or later: all except withdrawn ones.
[[nodiscard]] std::vector<int> playing_bots(const Plan& plan);

/// Starts the bots of a plan that take part now or later, in the same way as for a first game, several at the
/// same time, and ends them again. A bot that fails is tried once more while no other is started. Prints on
/// standard error which bots do not start, and returns their indices. These are bots at fault, if that is
/// `tolerated`, and optional bots whose program is missing. The error says why nothing can be played.
/// `results` as in `sandboxes_of`.
[[nodiscard]] std::vector<int> check_starts(const Tournament& tournament, SandboxLevel level,
                                            std::span<const std::filesystem::path> results,
                                            FilesNamedBy files, bool tolerated);

}  // namespace tribunal
