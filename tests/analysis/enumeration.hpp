#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "games/core/game.hpp"

namespace tribunal::testing {

/// The hidden cards by which worlds differ: where the rest of the stock is drawn, its order counts.
enum class Hidden : std::uint8_t { hands, hands_and_stock };

struct Enumeration {
  Hidden hidden = Hidden::hands;
  /// If set, what follows on chance that no world fixes (dice, a blind draw, a new stock), or comes later
  /// than `depth` decisions, is taken to be between these scores. Else there is no result then.
  std::optional<ScoreBounds> score_bounds = {};
  int depth = 1000;
};

/// Bounds of a mean score.
struct Bounds {
  double low = 0;
  double high = 0;
};

/// The mean score of `seat` after each of its legal actions, in their order: over all worlds that it cannot
/// tell apart, equally likely, and all that the policy of rollouts may do, with its exact chances. Low and
/// high are equal without `score_bounds`. There is no result if that takes more than some thousand positions,
/// or if the worlds are not equally likely.
[[nodiscard]] std::optional<std::vector<Bounds>> enumerate(const Game& game, Seat seat,
                                                           const Enumeration& terms = {});

/// All ways in which the hidden cards can lie, as games; nothing if there are too many. They are gathered by
/// redrawing until nothing new has come for long.
[[nodiscard]] std::optional<std::vector<std::unique_ptr<Game>>> all_worlds(const Game& game, Seat seat,
                                                                           Hidden hidden = Hidden::hands);

}  // namespace tribunal::testing
