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
#include "tournament/schedule/schedule.hpp"

namespace tribunal {

/// Conditions of games (`to_text`) in one of the merged folders.
struct SourceConditions {
  std::string text;
  std::optional<std::int64_t> first_game;  ///< number of the first game that was played under them; none if
                                           ///< there is no such game
};

/// One of the merged folders, except for its games.
struct MergeSource {
  std::filesystem::path folder;
  std::string identity;  ///< `identity_of`
  std::string commitment;
  Tournament tournament;
  std::vector<Round> rounds;                            ///< rounds that were started in this folder
  std::map<std::int64_t, SourceConditions> conditions;  ///< conditions by their number in this folder; at
                                                        ///< least one
  std::optional<GameRange> games = {};  ///< range from the first game to the last; none if there are no games
  std::optional<std::uint64_t> verified_games = {};  ///< number of verified games; none if the folder was not
                                                     ///< verified
  /// Games that fail verification, each with the reason. They are not merged from here, so another source
  /// must have them.
  std::map<std::uint64_t, std::string> damaged = {};
};

/// Reads everything but the games of a results folder.
[[nodiscard]] Result<MergeSource> read_merge_source(const std::filesystem::path& folder);

/// Whether the sources are parts of one tournament, played under the same conditions. `accept_changes`:
/// conditions may differ.
[[nodiscard]] Result<void> check_parts(const std::vector<MergeSource>& sources, bool accept_changes);

/// All conditions of the sources, in the order of their first games. Versions of bots are numbered in this
/// order, so the order of the sources does not matter.
[[nodiscard]] std::vector<std::string> conditions_in_order(const std::vector<MergeSource>& sources);

/// Verifies all games of the merged folders and the tables beside them, one folder after another, on
/// `threads` threads. Damaged games of the source in `out` are noted. Damage in any other source is an error
/// that names the folder, the game and the next step. `secret`: the secret of the deals.
[[nodiscard]] Result<void> check_sources(std::vector<MergeSource>& sources, const std::filesystem::path& out,
                                         const Secret& secret, unsigned threads);

/// A sentence that says why the games in `folder`, merged from shards of a format in rounds, do not match the
/// stored rounds. Empty if they match.
[[nodiscard]] Result<std::string> objection_to_rounds(const std::filesystem::path& folder);

}  // namespace tribunal
