#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "cli/options/game_options.hpp"
#include "tournament/plan/new_plan.hpp"

namespace tribunal {

class CommandLine;

/// A plan that comes with the program.
struct ShippedPlan {
  std::string name;     ///< name for the command line
  std::string meaning;  ///< first sentence of the comment at its top; may be empty
};

/// All shipped plans, sorted by name.
[[nodiscard]] std::vector<ShippedPlan> shipped_plans();

/// The plan that `given` names: the file with this path. If there is no such file and `given` is a bare word,
/// the plan of this name that comes with the program. `-` is standard input. If neither exists, the error is
/// one sentence, with a similar name if there is one.
[[nodiscard]] std::filesystem::path plan_named(const std::string& given);

/// The options that describe a new plan, except for its bots.
struct NewPlanOptions {
  RuleOptions rules;
  std::string name;    ///< name of the plan; empty: that of its file
  std::string format;  ///< name of the format; empty: by the number of bots
  int players = 0;     ///< number of players; 0: three, if the game and the number of bots permit
  std::uint64_t deals = 100;

  /// Adds all options except the game.
  void add_options(CommandLine& command);
  /// The plan without its bots. `bots`: their number. `file`: the name of the plan's file without its ending.
  /// The error is one sentence.
  [[nodiscard]] Result<NewPlan> plan(std::size_t bots, const std::string& file) const;
};

}  // namespace tribunal
