#include "ratings/model/student.hpp"

#include <cmath>

#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>

namespace tribunal {
namespace {

boost::math::students_t distribution(std::size_t deals) {
  return boost::math::students_t{static_cast<double>(deals) - 1};
}

}  // namespace

double t95(std::size_t deals) { return boost::math::quantile(distribution(deals), 0.975); }

double student_probability(double t, std::size_t deals) {
  if (std::isinf(t)) return t > 0 ? 1 : 0;
  return boost::math::cdf(distribution(deals), t);
}

double bootstrap_stretch(std::size_t deals) {
  const auto count = static_cast<double>(deals);
  return std::sqrt(count / (count - 1)) * t95(deals) / boost::math::quantile(boost::math::normal{}, 0.975);
}

}  // namespace tribunal
