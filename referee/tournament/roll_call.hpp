#pragma once

#include <expected>
#include <filesystem>
#include <span>
#include <string>

#include "bots/sandbox.hpp"
#include "tournament/tournament.hpp"

namespace tribunal {

/// A bot that does not get ready for a game.
struct Absentee {
  std::string name;
  std::string why;  ///< a sentence
};

/// Starts these bots of the plan, by their index, as their first game would, one after another, and ends them
/// again. The error is the first that does not get ready, tried twice. `results` as in `sandboxes_of`.
[[nodiscard]] std::expected<void, Absentee> call_roll(const Tournament& tournament, std::span<const int> bots,
                                                      SandboxLevel level,
                                                      const std::filesystem::path& results);

}  // namespace tribunal
