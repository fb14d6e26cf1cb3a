#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/error.hpp"
#include "ratings/sequential/sequential_test.hpp"

namespace tribunal {

/// Whether it pays to take luck out of a comparison, by what its first deals took.
struct LuckWorth {
  double deals_as_played = 0;  ///< about as many as the question takes
  double deals_corrected = 0;  ///< the same if luck is taken out
  double game_ms = 0;          ///< time that the bots of a game took for their decisions
  double luck_ms = 0;          ///< CPU time that the luck of a game takes, about

  [[nodiscard]] bool is_worth_it() const {
    return deals_corrected * (game_ms + luck_ms) < deals_as_played * game_ms;
  }
};

/// The luck that a comparison takes out of its games, deal by deal.
class LuckOfDeals {
 public:
  LuckOfDeals() = default;
  LuckOfDeals(const LuckOfDeals&) = delete;
  LuckOfDeals& operator=(const LuckOfDeals&) = delete;
  virtual ~LuckOfDeals() = default;

  /// The luck of the seat on trial in each game of the next deal, in the order of the schedule, in points;
  /// nothing if this deal counts as it was played. Once luck is taken out of a deal, it is out of all that
  /// follow. `before` is the test after all deals before. Whether luck is taken out, and how, depends on
  /// these alone, so that its mean is 0 given them.
  [[nodiscard]] virtual Result<std::optional<std::vector<double>>> next(const SequentialTest& before) = 0;

  /// The largest luck that a game can show.
  [[nodiscard]] virtual double most() const = 0;
  /// `LuckOptions::pairs`
  [[nodiscard]] virtual std::uint32_t pairs() const = 0;
  /// The figures on which it was decided whether to take luck out, once all deals are noted that it waits
  /// for; `now` is the test after all deals noted.
  [[nodiscard]] virtual std::optional<LuckWorth> worth(const SequentialTest& now) const = 0;
};

}  // namespace tribunal
