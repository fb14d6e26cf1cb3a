#pragma once

#include <vector>

#include "ratings/meetings.hpp"
#include "ratings/model/fit.hpp"
#include "ratings/plackett_luce.hpp"

namespace tribunal {

/// The deviation that stands for an exact anchor: a thousandth of a point of Elo.
inline constexpr double exact_deviation = 0.001 / elo_per_strength;

/// Fills in `Ratings::bots` from its layers: strengths and Elos with their errors. `anchors`: those of each
/// group. A bot that met others in fewer than `min_clusters` clusters has no interval.
void describe_bots(Ratings& ratings, const Meetings& meetings, const std::vector<Anchors>& anchors,
                   std::size_t min_clusters);

/// Compares an anchor with the others of its group. `free`: the ratings of the same games without anchors;
/// `anchors`: those of each group.
[[nodiscard]] AnchorCheck check_anchor(std::uint32_t bot, const Ratings& free,
                                       const std::vector<Anchors>& anchors);

/// Fills in `Rating::drawn`: resamples the clusters with replacement `times` times, rates each drawn
/// tournament with the spread of `fit`, and takes the middle 95 %, stretched for few clusters
/// (`bootstrap_stretch`; B. Efron, Bootstrap Methods: Another Look at the Jackknife, Annals of Statistics 7
/// (1979)). `fit` is that of the census. The result is reproducible. Drawn tournaments that cannot be rated
/// are skipped.
void resample(Ratings& ratings, const Census& census, const Fit& fit, const std::vector<Anchors>& anchors,
              std::size_t times);

}  // namespace tribunal
