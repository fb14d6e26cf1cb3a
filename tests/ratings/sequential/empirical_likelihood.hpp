#pragma once

#include <span>

namespace tribunal {

/// A value and how often it was seen.
struct WeightedValue {
  double value = 0;
  double weight = 1;  ///< above 0

  bool operator==(const WeightedValue&) const = default;
};

/// The weight of a possible value that has not been seen. It is large enough that a future catastrophe is
/// considered possible.
inline constexpr double weight_of_unseen = 1e-3;

/// A required mean of values, and how far their shares must be tilted to have it.
struct Tilt {
  double mean = 0;
  double theta = 0;
};

/// The theta with sum w (v - mean) / (1 + theta (v - mean)) = 0, at which w / (1 + theta (v - mean)) is the
/// most likely distribution of these values with that mean (A. B. Owen, Empirical Likelihood Ratio Confidence
/// Intervals for a Single Functional, Biometrika 75 (1988)). A good guess in `start` saves time. Throws
/// std::invalid_argument if the mean does not lie between the least value and the greatest.
[[nodiscard]] double tilt_to(double mean, std::span<const WeightedValue> values, double start = 0);

/// The logarithm of the likelihood ratio of these values, with the alternative's mean over the null's, for
/// any distribution with these means.
[[nodiscard]] double log_likelihood_ratio(std::span<const WeightedValue> values, const Tilt& null,
                                          const Tilt& alternative);

}  // namespace tribunal
