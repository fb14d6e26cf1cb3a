#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "bots/sandbox/sandbox.hpp"
#include "cli/results/recorded_games.hpp"
#include "record/record.hpp"
#include "table/bot.hpp"
#include "tournament/results/results.hpp"

namespace tribunal {

/// A bot that takes a seat of a recorded game in place of the one that had it.
struct Substitute {
  std::size_t seat = 0;
  std::string command;  ///< quoted as for a shell, from the current directory
};

/// The bots of a results folder, to play its games again. Their commands come from the author of the folder
/// and are untrusted.
class FolderBots {
 public:
  [[nodiscard]] static Result<FolderBots> open(const std::string& folder);

  [[nodiscard]] const Resources& resources() const;
  /// The bots that had the seats of this game, with their files of today, and the substitutes in theirs, as
  /// if the plan had named them. Says on standard error what has changed since.
  [[nodiscard]] Result<std::vector<BotEntry>> seated(const Record& record, SandboxLevel level,
                                                     std::span<const Substitute> substitutes = {}) const;

 private:
  FolderBots(std::string folder, Results results)
      : folder_{std::move(folder)}, results_{std::move(results)} {}

  std::string folder_;
  Results results_;
};

}  // namespace tribunal
