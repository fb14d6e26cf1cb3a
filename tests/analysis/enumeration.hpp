#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "games/core/game.hpp"

namespace tribunal::testing {

/// The hidden cards that distinguish worlds. Where cards are drawn from the rest of the stock, its order
/// counts.
enum class Hidden : std::uint8_t { hands, hands_and_stock };

struct Enumeration {
  Hidden hidden = Hidden::hands;
  /// If set, anything after chance that no world fixes (dice, a blind draw, a new stock), or later than
  /// `depth` decisions, is assumed to be between these scores. If not set, there is no result then.
  std::optional<ScoreBounds> score_bounds = {};
  int depth = 1000;
};

/// Bounds of a mean score.
struct Bounds {
  double low = 0;
  double high = 0;
};

/// The mean score of `seat` after each of its legal actions, in their order: over all worlds that it cannot
/// tell apart, taken as equally likely, and all choices of the policy of rollouts, with their exact
/// probabilities. Low and high are equal without `score_bounds`. There is no result if that takes more than
/// some thousand positions, or if the worlds are not equally likely.
[[nodiscard]] std::optional<std::vector<Bounds>> enumerate(const Game& game, Seat seat,
                                                           const Enumeration& terms = {});

/// All possible arrangements of the hidden cards, as games; nothing if there are too many. They are collected
/// by redrawing until nothing new has come for a long time.
[[nodiscard]] std::optional<std::vector<std::unique_ptr<Game>>> all_worlds(const Game& game, Seat seat,
                                                                           Hidden hidden = Hidden::hands);

}  // namespace tribunal::testing
