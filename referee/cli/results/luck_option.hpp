#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "base/error.hpp"
#include "tournament/results/results.hpp"
#include "tournament/standings/standings_of.hpp"

namespace CLI {
class App;
}

namespace tribunal {

/// The options by which commands take luck out of standings.
struct LuckOption {
  bool draws = false;
  bool hands = false;  ///< and draws

  /// `adds`: what the command adds then, a noun phrase, with a blank behind it.
  void add_options(CLI::App& command, const std::string& adds, const std::string& more = {});
  [[nodiscard]] bool is_wanted() const { return draws || hands; }
  /// The luck that is stored in the folder of the results; nothing if none is wanted. `LuckInGames` finds out
  /// whether it is theirs. The error says that it is not there, and the next step.
  [[nodiscard]] Result<std::optional<LuckTakenOut>> read(const std::filesystem::path& folder,
                                                         const Results& results) const;
};

}  // namespace tribunal
