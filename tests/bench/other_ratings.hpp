#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tribunal {

/// A game of two bots.
struct Won {
  std::uint32_t winner = 0;
  std::uint32_t loser = 0;
};

/// Strengths by another program, from the formulas that it publishes, up to a constant.
namespace others {

/// BayesElo (R. Coulom, 2005): the most likely strengths, with one drawn game for each bot, spread over its
/// opponents by their games. Each opponent adds its own, so that each bot has about two.
[[nodiscard]] std::vector<double> bayes_elo(std::size_t bots, std::span<const Won> games);

}  // namespace others

/// The errors of one way to rate, over tournaments.
class OtherErrors {
 public:
  void add(std::span<const double> strengths, std::span<const double> truth);
  /// The root of the mean squared error.
  [[nodiscard]] double error() const;

 private:
  double bots_ = 0;
  double squares_ = 0;
};

}  // namespace tribunal
