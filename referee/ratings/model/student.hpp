#pragma once

#include <cstddef>

namespace tribunal {

/// The least number of deals for which intervals and likelihoods of superiority are stated: with fewer, the
/// scatter between them says too little (`tribunal-bench stats` has the coverage).
inline constexpr std::size_t fewest_deals = 8;

/// Half the width of a 95 % interval in standard errors, if these were estimated from the scatter of `deals`
/// deals, 2 or more: the quantile of Student's t with one degree of freedom fewer (Student, The Probable
/// Error of a Mean, Biometrika 6 (1908)).
[[nodiscard]] double t95(std::size_t deals);

/// The quantile that corresponds to `t95` in the normal distribution, which Student's approaches with many
/// deals.
inline constexpr double normal95 = 1.959963984540054;

/// The probability that such a t is at most `t`.
[[nodiscard]] double student_probability(double t, std::size_t deals);

/// The normal deviate that is as rare as such a `t`; at most 37 in size, as rarer ones count as this one.
[[nodiscard]] double normal_deviate(double t, std::size_t deals);

/// The factor by which a 95 % interval is wider if it is looked at after every game, up to `share` of those
/// that are planned, and is to hold the truth at all of these looks together with 95 %: the confidence
/// sequence of a normal mixture (H. Robbins, Statistical Methods Related to the Law of the Iterated
/// Logarithm, Annals of Mathematical Statistics 41 (1970)), narrow from a tenth of the games on. `share`:
/// above 0, to 1.
[[nodiscard]] double widening_at(double share);

/// The factor for the error in a likelihood of superiority where intervals are so much wider; it is larger,
/// as either of two bots can look superior: none of two equal ones passes 95 % while their interval holds 0.
[[nodiscard]] double widening_of_superiority(double widening);

/// The factor by which the percentiles of a bootstrap over `deals` deals, 2 or more, are too close to the
/// estimate. Means resampled from n values scatter less by sqrt((n - 1) / n), and like the normal
/// distribution, not like t (T. C. Hesterberg, What Teachers Should Know About the Bootstrap, The American
/// Statistician 69 (2015), section 4.1).
[[nodiscard]] double bootstrap_stretch(std::size_t deals);

}  // namespace tribunal
