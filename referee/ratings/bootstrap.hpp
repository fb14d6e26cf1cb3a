#pragma once

#include "ratings/model/fit.hpp"
#include "ratings/plackett_luce.hpp"

namespace tribunal {

/// Fills in `Rating::drawn`: resamples the clusters with replacement `times` times, rates each drawn
/// tournament with the spread of `fit`, and takes the middle 95 %, stretched for few clusters
/// (`bootstrap_stretch`; B. Efron, Bootstrap Methods: Another Look at the Jackknife, Annals of Statistics 7
/// (1979)). `fit` is that of the census. The result is reproducible. A drawn tournament that cannot be rated
/// is skipped.
void resample(Ratings& ratings, const Census& census, const Fit& fit, const std::vector<Anchors>& anchors,
              std::size_t times);

}  // namespace tribunal
