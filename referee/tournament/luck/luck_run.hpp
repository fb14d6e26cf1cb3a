#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "cards/commit_reveal.hpp"
#include "tournament/luck/stored_luck.hpp"
#include "tournament/results/results.hpp"

namespace tribunal {

/// Games played on for each event, unless somebody asks for another number.
inline constexpr std::uint32_t usual_pairs = 50;

struct LuckRun {
  std::uint32_t pairs = usual_pairs;  ///< `LuckOptions::pairs`
  unsigned threads = 1;               ///< the luck does not depend on it
  /// Called after some games, with the number of those that are done and of all.
  std::function<void(std::uint64_t done, std::uint64_t all)> progress{};
};

/// A game whose luck may be wanted.
struct GameForLuck {
  std::uint64_t index = 0;  ///< in the schedule
  std::uint64_t deal = 0;   ///< its number
  Record record;
  std::optional<Outcome> stored{};  ///< the outcome that its record must come to
};

/// Calls a function with all games of a tournament, in the order of the schedule, until it returns false.
using EachGame = std::function<Result<void>(const std::function<bool(const GameForLuck&)>&)>;

/// The stored games. `results` must outlive it.
[[nodiscard]] EachGame each_stored(const Results& results, const Secret& secret);

/// Whether the luck in each of the tournament's games can be told from what rotation evens out.
struct GamesWithLuck {
  std::vector<bool> has;  ///< by the number of a game in the plan: chance can come after decisions
  [[nodiscard]] bool any() const;
};
[[nodiscard]] GamesWithLuck games_with_luck(const Tournament& tournament);

/// The games of a plan without chance after decisions, and why rotation evens out their luck; empty if there
/// are none. One line.
[[nodiscard]] std::string no_later_chance(const Tournament& tournament);

/// Computes the luck of all stored games in which chance can come after decisions, and stores it in the
/// folder as `luck_file_name`. Games that an earlier call has done for the same results are not computed
/// again: what it did is kept in a file beside, with `.part` after its name. The error names the game whose
/// record does not come to its result, or says that nothing can be written.
[[nodiscard]] Result<StoredLuck> compute_luck(const std::filesystem::path& folder, const Results& results,
                                              const LuckRun& run);

/// The games whose luck a check computes again: drawn anew each time, so that nobody who makes a file of luck
/// knows them, and by this seed again.
struct LuckSample {
  std::uint64_t games = 0;  ///< number of them
  std::string seed;
};

/// The result of a check of luck: a sentence, and whether all that was looked at holds.
struct LuckCheck {
  bool holds = true;
  std::uint64_t games = 0;  ///< that were computed again
  std::string text;         ///< the first difference; empty if all holds
};

/// Compares luck with what follows from the games: the models, fitted again, and the luck of the games of
/// `sample`, or of all if there are not more. `bots`: their number in the tournament.
[[nodiscard]] Result<LuckCheck> check_luck(const StoredLuck& luck, const EachGame& each_game,
                                           std::size_t bots, unsigned threads, const LuckSample& sample);

}  // namespace tribunal
