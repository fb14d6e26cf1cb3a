#pragma once

#include <cstdint>
#include <vector>

#include "ratings/model/fit.hpp"

namespace tribunal {

/// The games of a bot that won or lost every comparison. They say little about its distance away from the
/// others, where the curvature at its strength would allow any value. They do bound its distance towards the
/// others.
class SweptGames {
 public:
  SweptGames(const Census& census, std::uint32_t bot, bool is_perfect);

  [[nodiscard]] std::uint32_t bot() const { return bot_; }

  /// The factor, above 0 and at most 1, by which the error towards the others is smaller than the one from
  /// the curvature. It is where the maximised sum falls by as much as that of a normal distribution does in a
  /// 95 % interval (the likelihood ratio of S. S. Wilks, Annals of Mathematical Statistics 9 (1938)).
  /// `curvature`: that of the maximised sum at the bot's strength, above 0 (`Fit::precisions`).
  [[nodiscard]] double narrowing(const Fit& fit, double curvature) const;

 private:
  const Census& census_;
  std::uint32_t bot_;
  bool is_perfect_;
  std::vector<std::size_t> kinds_;  ///< in which it plays
};

}  // namespace tribunal
