#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "base/digest.hpp"
#include "base/error.hpp"
#include "cli/options/exit_code.hpp"
#include "tournament/luck/luck_run.hpp"
#include "tournament/luck/stored_luck.hpp"

namespace tribunal {

class CommandLine;

/// The options by which `verify` checks luck.
struct LuckVerifyOptions {
  std::string file;          ///< of published results; empty: none
  std::string games = "50";  ///< whose luck is computed again: a number, or `all`
  std::string seed;          ///< that draws them; empty: a random one

  void add_options(CommandLine& command);
  /// The games to draw, by a random seed if none was given.
  [[nodiscard]] LuckSample sample() const;
};

/// Checks the luck that is stored in a results folder, if there is any, and prints what was found.
[[nodiscard]] ExitCode verify_luck_of_folder(const std::string& folder, const LuckVerifyOptions& options,
                                             unsigned threads);

/// The luck that was published beside a log.
[[nodiscard]] StoredLuck read_published_luck(const LuckVerifyOptions& options);

/// Checks luck that was published beside a log, whose games hold and have this content
/// (`TournamentStandings::content`), and prints what was found. The log must be a file. `bots`: those of the
/// plan.
[[nodiscard]] ExitCode verify_published_luck(const std::string& log, const StoredLuck& luck,
                                             const Bytes32& content, std::size_t bots,
                                             const LuckVerifyOptions& options, unsigned threads);

}  // namespace tribunal
