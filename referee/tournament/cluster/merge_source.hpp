#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "cards/commit_reveal.hpp"
#include "tournament/plan/tournament.hpp"
#include "tournament/schedule/formats/round.hpp"
#include "tournament/schedule/shard.hpp"

namespace tribunal {

/// Conditions of games (`to_text`) in one of the folders that are merged.
struct SourceConditions {
  std::string text;
  std::optional<std::int64_t> first_game;  ///< none if no game was played under them
};

/// One of the folders that are merged: everything but its games.
struct MergeSource {
  std::filesystem::path folder;
  std::string identity;  ///< `identity_of`
  std::string commitment;
  Tournament tournament;
  std::vector<Round> rounds;                            ///< that were started there
  std::map<std::int64_t, SourceConditions> conditions;  ///< by their number there; at least one
  std::optional<GameRange> games = {};  ///< from its first game to its last; none if it has no games
  std::optional<std::uint64_t> verified_games = {};  ///< that hold; none if it was not verified
  /// Games that do not hold, and why: they are left out, and another source must have them.
  std::map<std::uint64_t, std::string> damaged = {};
};

/// Reads everything but the games of a results folder.
[[nodiscard]] Result<MergeSource> read_merge_source(const std::filesystem::path& folder);

/// The reason why these are not parts of the same tournament, played under the same conditions; nothing if
/// they are. `accept_changes`: conditions may differ.
[[nodiscard]] std::optional<Error> objection_to_merge(const std::vector<MergeSource>& sources,
                                                      bool accept_changes);

/// All conditions of the sources, in the order of their first games, by which versions of bots are numbered
/// whatever the order of the sources.
[[nodiscard]] std::vector<std::string> conditions_in_order(const std::vector<MergeSource>& sources);

/// Verifies all games of folders that are to be merged, and the tables beside them, each folder by itself, on
/// `threads` threads. Damaged games of the source in `out` are noted; damage in any other source is an error,
/// which names the folder, the game and what to do. `secret`: of the deals.
[[nodiscard]] Result<void> check_sources(std::vector<MergeSource>& sources, const std::filesystem::path& out,
                                         const Secret& secret, unsigned threads);

/// A sentence on why the games in `folder`, merged from shards of a format in rounds, are not those of the
/// stored rounds; empty if they are.
[[nodiscard]] Result<std::string> objection_to_rounds(const std::filesystem::path& folder);

}  // namespace tribunal
