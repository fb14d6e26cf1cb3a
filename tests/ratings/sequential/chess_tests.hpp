#pragma once

#include <span>

#include "ratings/sequential/empirical_likelihood.hpp"
#include "ratings/sequential/sequential_test.hpp"

namespace tribunal {

/// The log-likelihood ratios by which chess programmers test patches, on how often each score was seen:
/// single games (0, 1/2, 1) or pairs of games (0, 1/4, 1/2, 3/4, 1). A score that was never seen counts
/// `weight_of_unseen`. They are here to be compared with what is published of them.
struct ChessTest {
  double elo0 = 0;
  double elo1 = 0;

  /// Elo by the mean score.
  [[nodiscard]] double logistic(std::span<const double> counts) const;
  /// Elo by the mean score over its deviation in one game, as draws and luck leave it (M. Van den Bergh,
  /// Normalized Elo and Normalized Elo practical, 2021): 800 / ln 10 points a deviation.
  [[nodiscard]] double normalized(std::span<const double> counts) const;
};

}  // namespace tribunal
