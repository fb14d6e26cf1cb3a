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

/// The decision that an organiser asks for.
struct RulingOrder {
  RulingKind kind{};
  std::string subject;  ///< games, as `parse_games` takes them, or the name of a bot
  std::string reason;
  std::filesystem::path out{};  ///< a new folder, to play on from an earlier round; empty: the folder itself
  std::map<std::uint64_t, Bytes32> contents{};  ///< of the games, as a list of them has it; of no others
};

/// Stores a ruling in a folder of results that nobody plays meanwhile, or in the new one of the order, of the
/// kind `play_on`; the folder then stays as it is. All of it or, with an error, nothing that counts as
/// results. Refuses games that are not stored, have another content than the order says, or that later rounds
/// were paired by, a bot that is not in the plan or that is so already, exclusions in formats of rounds,
/// shards, and comparisons.
[[nodiscard]] Result<Ruling> make_ruling(const std::filesystem::path& folder, const RulingOrder& order);

/// Lets a tournament take account of the rulings that its folder of results, if there is one, holds.
[[nodiscard]] Result<void> apply_stored_rulings(Tournament& tournament, const std::filesystem::path& folder);

}  // namespace tribunal
