#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "tournament/schedule/schedule.hpp"

namespace tribunal {

/// A game that two folders have with different content, and the bot that decided differently.
struct UnequalGame {
  std::uint64_t game = 0;
  std::filesystem::path kept;
  std::filesystem::path other;
  std::string bot;  ///< bot that decided differently in the same position; empty if the records do not show
                    ///< it
  std::int64_t decision = 0;  ///< first decision that differs, counted from 1 in the game; 0 if none does
};

/// The contents of a folder after a merge.
struct MergeReport {
  std::size_t sources = 0;
  std::uint64_t games = 0;
  std::uint64_t duplicates = 0;            ///< number of games that more than one folder has
  std::uint64_t unequal = 0;               ///< duplicates with different content
  std::vector<UnequalGame> unequal_games;  ///< first few of these
  std::uint64_t missing = 0;               ///< number of games that no folder has: of the rounds begun, or of
                                           ///< all
  std::vector<GameRange> missing_games;    ///< first of the missing games
  std::uint64_t replaced = 0;              ///< number of damaged games of `out` that a folder has undamaged
  bool next_round = false;                 ///< all rounds begun are complete, and there is another
};

/// The options of a merge.
struct MergeTerms {
  bool accept_changes = false;  ///< whether parts may have been played under different conditions
  bool verify = true;    ///< whether every game is verified, as by `verify_tournament`; if not, the merged
                         ///< results state that
  unsigned threads = 1;  ///< number of threads that verify
};

/// Merges the results in `folders`, parts of one tournament, into the folder `out`. The games of `out` come
/// first. If several folders have a game, the first one is kept. The result does not depend on how the games
/// were split. `out` changes atomically. Folders of other tournaments are refused, and so are damaged ones.
/// Exception: a damaged game of `out` is replaced by that of a folder that has it undamaged.
[[nodiscard]] Result<MergeReport> merge_results(const std::filesystem::path& out,
                                                const std::vector<std::filesystem::path>& folders,
                                                const MergeTerms& terms);

}  // namespace tribunal
