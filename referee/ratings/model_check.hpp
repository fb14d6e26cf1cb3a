#pragma once

#include "ratings/model/census.hpp"
#include "ratings/plackett_luce.hpp"

namespace tribunal {

/// With more bots than this the pairs are not checked.
inline constexpr std::size_t most_bots_checked = 1000;

/// The pair of bots that contradicts the ratings most, if the pairs together contradict them: by the sum of
/// squared residuals over their variances (K. Pearson, Philosophical Magazine 50 (1900)) at the level of 0.1
/// %, and by more than four points in a hundred on average; smaller deviations are tolerated. By the model,
/// one bot is placed before another with the probability that a game of the two alone would have (R. D. Luce,
/// Individual Choice Behavior (1959)). Nothing if there is no contradiction, or if there are too few pairs
/// with enough games.
[[nodiscard]] std::optional<Misfit> misfit_of(const Census& census, const Ratings& ratings);

}  // namespace tribunal
