#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "analysis/model/decisions.hpp"
#include "base/error.hpp"
#include "record/record.hpp"
#include "tournament/luck/stored_luck.hpp"

namespace tribunal {

/// Appends the decisions of each bot of a game, taken once, to those that `of_bot` has for it, up to `most`
/// of a bot. The error says that the record contradicts its rules, or that its games describe no actions.
[[nodiscard]] Result<void> append_decisions(
    const Record& record, std::size_t most,
    const std::function<DescribedDecisions&(const std::string& bot)>& of_bot);

/// Weights of a model in whole thousandths, so that they are the same on every machine.
[[nodiscard]] std::vector<std::int32_t> in_thousandths(const std::vector<double>& weights);

/// Fits a model to each bot of a tournament twice: to its games of even deals, and to those of odd ones.
/// Games of the one half are played on by the models of the other, so that no model depends on a game for
/// which it is used.
class ModelsOfBots {
 public:
  /// `bots`: the number of bots in the tournament; the more there are, the fewer decisions of each are kept.
  explicit ModelsOfBots(std::size_t bots);

  /// Takes the decisions of a game; games in the order of the schedule. A bot whose games describe no actions
  /// gets no model. The error says that the record contradicts its rules.
  [[nodiscard]] Result<void> add(const Record& record, std::uint64_t deal);

  /// The models, by bot, family and half; weights are rounded to thousandths. Those of bots without decisions
  /// are left out.
  [[nodiscard]] Result<std::vector<LuckModel>> fit(unsigned threads) const;

  /// The most decisions of a bot in a half that a model is fitted to.
  static constexpr std::size_t most_decisions = 10'000;
  static constexpr std::size_t fewest_decisions = 500;  ///< if there are very many bots
  static constexpr std::size_t most_in_all = 200'000;

 private:
  using Key = std::tuple<std::string, std::string, bool>;  // bot, family, of odd deals

  std::size_t most_;
  std::map<Key, DescribedDecisions> decisions_;
};

/// The largest difference between a weight of one and that of the other, in thousandths; nothing if they are
/// not models of the same bots, families and halves.
[[nodiscard]] std::optional<std::int64_t> distance(const std::vector<LuckModel>& one,
                                                   const std::vector<LuckModel>& other);

}  // namespace tribunal
