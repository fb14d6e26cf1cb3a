#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "games/catalogue.hpp"
#include "record/limits.hpp"
#include "tournament/plan/tournament.hpp"

namespace tribunal {

/// The options of a comparison.
struct ComparisonOrder {
  struct Bot {
    std::string name;     ///< one word, different from the others'
    std::string command;  ///< in the shell's quoting
    /// Its own working directory; none: the current directory, which all bots without one share.
    std::optional<std::filesystem::path> directory = {};
    std::vector<std::string> files = {};  ///< its further files, relative to its directory
  };

  std::string game;
  OptionTexts rules;
  Bot candidate;
  Bot baseline;
  std::vector<Bot> field;
  int players = 0;          ///< at a table, 2 .. field + 1
  std::uint64_t deals = 0;  ///< the most
  std::optional<std::string> seed{};
  std::optional<std::filesystem::path> secret_file{};
  std::optional<std::string> public_value{};
  Limits limits;
  std::optional<SandboxLevel> sandbox{};
  std::filesystem::path results{};  ///< the folder of the results, no part of a bot; empty: the usual one
  std::string question;             ///< the question as text: with another question it is another comparison
};

/// The comparison as a tournament: a gauntlet with candidate and baseline on trial, bots 0 and 1. Its name
/// follows from all that the comparison depends on but the number of deals, the bots' files among it: a
/// changed bot is another comparison, with other deals and another folder. The error is one line.
[[nodiscard]] Result<Tournament> tournament_of(const ComparisonOrder& order);

}  // namespace tribunal
