#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

#include "base/digest.hpp"
#include "base/error.hpp"
#include "tournament/plan/ruling.hpp"
#include "tournament/plan/tournament.hpp"

namespace tribunal {

/// A game in a list of games to make void.
struct GameToVoid {
  Bytes32 content{};
  std::int64_t after_ruling = 0;  ///< `VoidedGames::played_after` when the list was made

  bool operator==(const GameToVoid&) const = default;
};

/// A ruling that an organiser requests.
struct RulingOrder {
  RulingKind kind{};
  std::string subject;  ///< games, as `parse_games` reads them, or the name of a bot
  std::string reason;
  std::filesystem::path out{};  ///< new folder in which to play on from an earlier round; empty: the results
                                ///< folder itself
  std::map<std::uint64_t, GameToVoid> listed{};  ///< expected games; empty if there is no list
};

/// Stores a ruling in a results folder that no run is writing to. A ruling of kind `play_on` is stored in the
/// order's new folder instead, and the old folder does not change. After an error nothing is stored that
/// counts as results. These are refused: games that are not stored, games that differ from the order or
/// have been played again since, games by which later rounds were paired, a bot that is not in the plan, a
/// bot that is already excluded (or reinstated), exclusions in formats of rounds, shards, and comparisons.
[[nodiscard]] Result<Ruling> make_ruling(const std::filesystem::path& folder, const RulingOrder& order);

/// Applies the rulings that are stored in a tournament's results folder, if that folder exists.
[[nodiscard]] Result<void> apply_stored_rulings(Tournament& tournament, const std::filesystem::path& folder);

}  // namespace tribunal
