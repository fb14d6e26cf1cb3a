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

/// A plan that came with the program.
struct ShippedPlan {
  std::string name;     ///< by which commands take it
  std::string meaning;  ///< the first sentence of the comment at its head; may be empty
};

/// All shipped plans, sorted by name.
[[nodiscard]] std::vector<ShippedPlan> shipped_plans();

/// The plan that `given` names: that file, or else, if it is a bare word and there is no such file, the plan
/// of this name that came with the program. `-` is standard input. The error, where there is neither, is one
/// sentence, with a near name if there is one.
[[nodiscard]] std::filesystem::path plan_named(const std::string& given);

/// The options that say what a new plan is of, but for its bots.
struct NewPlanOptions {
  RuleOptions rules;
  std::string name;    ///< empty: that of the plan's file
  std::string format;  ///< empty: by the number of bots
  int players = 0;     ///< 0: three, as far as the game and the number of bots permit
  std::uint64_t deals = 100;

  /// Adds all but that of the game.
  void add_options(CommandLine& command);
  /// The plan without its bots, of which there are to be `bots`; `file`: its name without an ending. The
  /// error is one sentence.
  [[nodiscard]] Result<NewPlan> plan(std::size_t bots, const std::string& file) const;
};

}  // namespace tribunal
