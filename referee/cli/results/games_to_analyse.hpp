#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "analysis/analysed_game.hpp"
#include "base/error.hpp"
#include "cli/results/recorded_games.hpp"

namespace tribunal {

/// The decisions that a command line asks for.
struct AnalysisChoice {
  WantedGames wanted;
  std::optional<int> seat;
  std::optional<std::string> seed;
};

/// Games that a first reading found; they are analysed in a second one.
struct GamesFound {
  std::vector<std::uint64_t> games;   ///< the numbers of those to analyse, in their order
  std::size_t decisions = 0;          ///< with a choice, in all of them
  std::vector<std::string> notes;     ///< on games and decisions that are left out, sentences
  std::vector<GameToAnalyse> sample;  ///< some games, each with one of its decisions, for measurements
  Differences differences;            ///< if there are any, the games do not hold and are not to be analysed
};

/// Reads the games, compares each with what follows from its deal and decisions, and counts decisions. The
/// source is read twice, so it cannot be standard input.
[[nodiscard]] Result<GamesFound> find_games_to_analyse(const RecordedGames& games,
                                                       const AnalysisChoice& choice);

/// Reads the games that were found once more and calls `visit` with each, in their order.
[[nodiscard]] Result<void> for_each_to_analyse(const RecordedGames& games, const AnalysisChoice& choice,
                                               const GamesFound& found,
                                               const std::function<void(GameToAnalyse)>& visit);

}  // namespace tribunal
