#pragma once

#include <cstdint>
#include <vector>

#include "ratings/model/fit.hpp"

namespace tribunal {

/// The games of a bot that won or lost every comparison. Away from the others, where they say little, the
/// curvature at its strength would let it be anywhere; towards the others they do say how far it may be from
/// there.
class SweptGames {
 public:
  SweptGames(const Census& census, std::uint32_t bot);

  /// By what factor, above 0 and at most 1, the error towards the others is smaller than the one that follows
  /// from the curvature: there the maximised sum falls by as much as that of a normal distribution does in a
  /// 95 % interval (the likelihood ratio of S. S. Wilks, Annals of Mathematical Statistics 9 (1938)).
  [[nodiscard]] double narrowing(const Fit& fit, bool is_perfect) const;

 private:
  const Census& census_;
  std::uint32_t bot_;
  std::vector<std::size_t> kinds_;  ///< in which it plays
};

}  // namespace tribunal
