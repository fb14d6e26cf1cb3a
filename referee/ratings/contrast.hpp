#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ratings/plackett_luce.hpp"

namespace tribunal {

/// A linear combination of strengths: one strength, or the distance of two.
struct Contrast {
  struct Term {
    std::uint32_t bot = 0;
    double factor = 1;
  };
  std::vector<Term> terms;
  double more_variance = 0;  ///< from other sources than the games
};

/// The distribution of a contrast given the games: a mixture of Student's distributions, one per layer.
class UncertainContrast {
 public:
  /// `deals`, 2 or more: the deals from which the errors come. `sweeps`: one of the bots has a perfect or
  /// hopeless score, so its deals have no scatter.
  UncertainContrast(const Ratings& ratings, const Contrast& contrast, std::size_t deals, bool sweeps);

  [[nodiscard]] double mean() const;
  [[nodiscard]] double deviation() const;
  /// Half the width of the interval around the mean that holds 95 %.
  [[nodiscard]] double half_width() const;
  /// The probability that the contrast is above `value`, 0 .. 1.
  [[nodiscard]] double chance_above(double value) const { return chance_above(value, &Part::weight); }
  /// This probability under the prior of narrower fields.
  [[nodiscard]] double sceptical_chance_above(double value) const {
    return chance_above(value, &Part::sceptical_weight);
  }

 private:
  struct Part {
    double weight = 0;
    double sceptical_weight = 0;
    double mean = 0;
    double error = 0;
  };
  [[nodiscard]] double chance_above(double value, double Part::*weight) const;

  std::vector<Part> parts_;
  std::size_t deals_;
};

}  // namespace tribunal
