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

/// The default number of pairs of games played out for each event.
inline constexpr std::uint32_t usual_pairs = 50;

struct LuckRun {
  std::uint32_t pairs = usual_pairs;  ///< `LuckOptions::pairs`
  unsigned threads = 1;               ///< number of threads; the luck does not depend on it
  /// Called after some games with the number of finished games and of all games.
  std::function<void(std::uint64_t done, std::uint64_t all)> progress{};
};

/// A game whose luck may be needed.
struct GameForLuck {
  std::uint64_t index = 0;  ///< index in the schedule
  std::uint64_t deal = 0;   ///< number of the deal
  Record record;
  std::optional<Outcome> stored{};  ///< outcome that the record must lead to
};

/// Calls a function with each game of a tournament, in the order of the schedule, until it returns false.
using EachGame = std::function<Result<void>(const std::function<bool(const GameForLuck&)>&)>;

/// The stored games. `results` must outlive it.
[[nodiscard]] EachGame each_stored(const Results& results, const Secret& secret);

/// For each game of the tournament, whether its luck can be separated from what rotation evens out.
struct GamesWithLuck {
  std::vector<bool> has;  ///< whether chance can occur after decisions, by index of the game in the plan
  [[nodiscard]] bool any() const;
};
[[nodiscard]] GamesWithLuck games_with_luck(const Tournament& tournament);

/// One line that names the games of a plan without chance after decisions, and says why rotation evens out
/// their luck. Empty if there are none.
[[nodiscard]] std::string no_later_chance(const Tournament& tournament);

/// Computes the luck of all stored games in which chance can occur after decisions, and stores it in the
/// folder as `luck_file_name`. Work is saved in a file of that name with `.part` appended, so that a later
/// call for the same results does not repeat it. The error names a game whose record does not lead to its
/// result, or says that the file cannot be written.
[[nodiscard]] Result<StoredLuck> compute_luck(const std::filesystem::path& folder, const Results& results,
                                              const LuckRun& run);

/// The random games whose luck a check recomputes. They are drawn again for each check, so that the author of
/// a luck file cannot foresee them. The seed repeats a draw.
struct LuckSample {
  std::uint64_t games = 0;  ///< number of games
  std::string seed;
};

/// The result of a check of luck.
struct LuckCheck {
  bool holds = true;
  std::uint64_t games = 0;  ///< number of games that were recomputed
  std::string text;         ///< a sentence about the first difference; empty if there is none
};

/// Compares luck with what follows from the games: fits the models again, and recomputes the luck of the
/// games of `sample`, or of all if there are fewer. `bots`: the number of bots in the tournament.
[[nodiscard]] Result<LuckCheck> check_luck(const StoredLuck& luck, const EachGame& each_game,
                                           std::size_t bots, unsigned threads, const LuckSample& sample);

}  // namespace tribunal
