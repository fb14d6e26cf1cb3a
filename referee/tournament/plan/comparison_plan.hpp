#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "games/catalogue.hpp"
#include "record/limits.hpp"
#include "tournament/plan/new_plan.hpp"
#include "tournament/plan/tournament.hpp"

namespace tribunal {

/// The options of a comparison.
struct ComparisonOrder {
  std::string game;
  OptionTexts rules;
  // Their names differ; those without a directory share the current one.
  NewBot candidate;
  NewBot baseline;
  std::vector<NewBot> field;
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
