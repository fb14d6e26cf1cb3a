#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "analysis/model/fit.hpp"
#include "base/error.hpp"
#include "cards/commit_reveal.hpp"
#include "record/record.hpp"
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
  Record record;
  std::optional<Outcome> stored{};  ///< outcome that the record must lead to
};

/// Calls a function with each game of a tournament, in the order of the schedule, until it returns false.
using EachGame = std::function<Result<void>(const std::function<bool(const GameForLuck&)>&)>;

/// The stored games. `results` must outlive it.
[[nodiscard]] EachGame each_stored(const Results& results, const Secret& secret);

/// For each game of the plan, by index, whether its luck can be separated from what rotation evens out:
/// chance can occur after decisions.
[[nodiscard]] std::vector<bool> games_with_luck(const Tournament& tournament);
/// Whether any game of the plan has such luck.
[[nodiscard]] bool has_luck(const Tournament& tournament);

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

/// Appends the decisions of each bot of a game to those in `of_bot`, up to `most` decisions per bot. Each
/// decision is taken once. The error says that the record contradicts its rules, or that its games describe
/// no actions.
[[nodiscard]] Result<void> append_decisions(
    const Record& record, std::size_t most,
    const std::function<DescribedDecisions&(const std::string& bot)>& of_bot);

/// The weights of a model in whole thousandths, so that they are equal on every machine.
[[nodiscard]] std::vector<std::int32_t> in_thousandths(const std::vector<double>& weights);

/// Fits two models to each bot of a tournament: one to its games of even deals, one to those of odd deals.
/// Playouts of games of one half use the models of the other half. Thus no model depends on a game for which
/// it is used.
class ModelsOfBots {
 public:
  /// `bots`: the number of bots in the tournament. With more bots, fewer decisions of each are kept.
  explicit ModelsOfBots(std::size_t bots);

  /// Takes the decisions of a game. Games must be added in the order of the schedule. A bot whose games
  /// describe no actions gets no model. The error says that the record contradicts its rules.
  [[nodiscard]] Result<void> add(const Record& record);

  /// The models by bot, family and half, with weights rounded to thousandths. Bots without decisions have
  /// none.
  [[nodiscard]] Result<std::vector<LuckModel>> fit(unsigned threads) const;

  /// The largest number of decisions in a half that a model is fitted to.
  static constexpr std::size_t most_decisions = 10'000;
  static constexpr std::size_t fewest_decisions = 500;  ///< limit per bot and half if there are very many
                                                        ///< bots
  static constexpr std::size_t most_in_all = 200'000;

 private:
  using Key = std::tuple<std::string, std::string, bool>;  // bot, family, whether of odd deals

  std::size_t most_;
  std::map<Key, DescribedDecisions> decisions_;
};

/// The largest difference between corresponding weights in thousandths. None if the models are not of the
/// same bots, families and halves.
[[nodiscard]] std::optional<std::int64_t> distance(const std::vector<LuckModel>& one,
                                                   const std::vector<LuckModel>& other);

}  // namespace tribunal
