#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "tournament/schedule/shard.hpp"

namespace tribunal {

/// A game that was not played the same in two folders, and the bot that differs.
struct UnequalGame {
  std::uint64_t game = 0;
  std::filesystem::path kept;
  std::filesystem::path other;
  std::string bot;  ///< that decided otherwise in the same position; empty if the records do not tell
  std::int64_t decision = 0;  ///< the first that differs, from 1 in the game; 0 if none does
};

/// The contents of a folder after a merge.
struct MergeReport {
  std::size_t sources = 0;
  std::uint64_t games = 0;
  std::uint64_t duplicates = 0;            ///< games that were in more than one folder
  std::uint64_t unequal = 0;               ///< of these, those that were not equal
  std::vector<UnequalGame> unequal_games;  ///< the first few
  std::uint64_t missing = 0;               ///< games of the rounds begun, or of all, that no folder has
  std::vector<GameRange> missing_games;    ///< the first of them
  std::uint64_t replaced = 0;              ///< damaged games of `out` that a folder had undamaged
  bool next_round = false;                 ///< all rounds begun are complete, and there is another
};

/// The terms on which parts of a tournament are merged.
struct MergeTerms {
  bool accept_changes = false;  ///< parts may have been played under different conditions
  bool verify = true;    ///< every game, as `verify_tournament` does; if not, the merged results say so
  unsigned threads = 1;  ///< that verify
};

/// Merges the results in `folders`, parts of one tournament, into the folder `out`, whose own games come
/// first. Of a game that several have, the first is kept. The result does not depend on how the games were
/// split. `out` changes atomically. Folders of other tournaments, and damaged ones, are refused; but a
/// damaged game of `out` is replaced by that of a folder that has it undamaged.
[[nodiscard]] Result<MergeReport> merge_results(const std::filesystem::path& out,
                                                const std::vector<std::filesystem::path>& folders,
                                                const MergeTerms& terms);

}  // namespace tribunal
