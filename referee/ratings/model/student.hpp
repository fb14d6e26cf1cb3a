#pragma once

#include <cstddef>

namespace tribunal {

/// The least number of deals for which intervals and likelihoods of superiority are stated: with fewer deals
/// their variance is too uncertain (`tribunal-bench stats` has the coverage).
inline constexpr std::size_t fewest_deals = 8;

/// Half the width of a 95 % interval in standard errors, if these were estimated from `deals` deals, 2 or
/// more: the quantile of Student's t with one degree of freedom fewer (Student, The Probable Error of a Mean,
/// Biometrika 6 (1908)).
[[nodiscard]] double t95(std::size_t deals);

/// The quantile that corresponds to `t95` in the normal distribution, the limit of Student's with many deals.
inline constexpr double normal95 = 1.959963984540054;

/// The probability that such a t is at most `t`.
[[nodiscard]] double student_probability(double t, std::size_t deals);

/// The normal deviate that is as rare as such a `t`, limited to 37 in size.
[[nodiscard]] double normal_deviate(double t, std::size_t deals);

/// The factor by which a 95 % interval is wider so that it contains the true value with 95 % at all looks
/// together, if somebody looks after every game up to `share` of the planned ones: the confidence sequence of
/// a normal mixture (H. Robbins, Statistical Methods Related to the Law of the Iterated Logarithm, Annals of
/// Mathematical Statistics 41 (1970)), narrow from a tenth of the games on. `share`: above 0, to 1.
[[nodiscard]] double widening_at(double share);

/// The factor for the error in a likelihood of superiority with this widening of intervals. It is larger
/// because either of two bots can look superior: of two equal bots neither passes 95 % while their interval
/// contains 0.
[[nodiscard]] double widening_of_superiority(double widening);

/// The factor by which the percentiles of a bootstrap over `deals` deals, 2 or more, are too close to the
/// estimate. Means resampled from n values have a deviation smaller by sqrt((n - 1) / n), and a normal
/// distribution instead of t (T. C. Hesterberg, What Teachers Should Know About the Bootstrap, The American
/// Statistician 69 (2015), section 4.1).
[[nodiscard]] double bootstrap_stretch(std::size_t deals);

}  // namespace tribunal
