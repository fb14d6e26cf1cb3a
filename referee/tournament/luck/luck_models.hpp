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
  [[nodiscard]] Result<void> add(const Record& record, std::uint64_t deal);

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
