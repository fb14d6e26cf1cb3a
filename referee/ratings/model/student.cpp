#include "ratings/model/student.hpp"

#include <algorithm>
#include <cmath>

#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>

namespace tribunal {
namespace {

/// Ratings of a ladder compute thousands of these per second. In long doubles, Boost's default, each takes
/// several times as long, without a use for the further digits.
using InDoubles = boost::math::policies::policy<boost::math::policies::promote_double<false>>;
using Student = boost::math::students_t_distribution<double, InDoubles>;

Student distribution(std::size_t deals) { return Student{static_cast<double>(deals) - 1}; }

}  // namespace

double t95(std::size_t deals) { return boost::math::quantile(distribution(deals), 0.975); }

double student_probability(double t, std::size_t deals) {
  if (std::isinf(t)) return t > 0 ? 1 : 0;
  return boost::math::cdf(distribution(deals), t);
}

double normal_deviate(double t, std::size_t deals) {
  constexpr double rarest = 1e-300;
  const auto tail = std::max(rarest, student_probability(-std::abs(t), deals));
  return std::copysign(boost::math::quantile(boost::math::complement(boost::math::normal{}, tail)), t);
}

double widening_at(double share) {
  constexpr double mixed = 0.05;  // the variance of the mixture is that of this share of the games
  constexpr double alpha = 0.05;
  const double more = mixed / share;
  return std::sqrt((1 + more) * (std::log1p(1 / more) - 2 * std::log(alpha))) / normal95;
}

double widening_of_superiority(double widening) {
  constexpr double normal90 =
      1.6448536269514722;  // the quantile for a 90 % interval, with 5 % beyond either end
  return widening > 1 ? widening * normal95 / normal90 : 1;
}

double bootstrap_stretch(std::size_t deals) {
  const auto count = static_cast<double>(deals);
  return std::sqrt(count / (count - 1)) * t95(deals) / boost::math::quantile(boost::math::normal{}, 0.975);
}

}  // namespace tribunal
