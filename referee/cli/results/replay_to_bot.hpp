#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/options/exit_code.hpp"
#include "cli/results/recorded_games.hpp"

namespace tribunal {

class CommandLine;

/// The options of `replay --seat`.
struct SeatOptions {
  std::string seat;  ///< its number, for one game, or a bot's name, for all of its games; empty: none
  std::optional<std::int64_t> move_ms;
  std::optional<SandboxLevel> sandbox;  ///< none: that of the recorded game
  std::vector<std::string> bot;

  void add_options(CommandLine& command);
};

/// The warning above a game that is recorded otherwise than it is shown; empty if it is not.
[[nodiscard]] std::string warning_above(const Differences& differences);

/// The error of a game that cannot have happened.
[[nodiscard]] Error impossible_game(const std::string& source, const Record& record,
                                    const Contradiction& contradiction);

/// Sends a bot what a seat was sent in the recorded games, and prints where it answers otherwise: all answers
/// in one game, only those that differ in many.
[[nodiscard]] ExitCode replay_to_bot(const RecordedGames& games, const WantedGames& wanted,
                                     const SeatOptions& options);

}  // namespace tribunal
