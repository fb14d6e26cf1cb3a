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

/// Strengths by other programs, from the formulas that they publish, up to a constant.
namespace others {

/// BayesElo (R. Coulom, 2005): the most likely strengths, with one drawn game for each bot, spread over its
/// opponents by their games. Each opponent adds its own, so that each bot has about two.
[[nodiscard]] std::vector<double> bayes_elo(std::size_t bots, std::span<const Won> games);
/// choix (L. Maystre, 2015), `mm_pairwise` with `alpha`: the iteration of D. Hunter (2004), regularised as F.
/// Caron and A. Doucet (2012) do.
[[nodiscard]] std::vector<double> choix(std::size_t bots, std::span<const Won> games, double alpha);
/// TrueSkill (R. Herbrich, T. Minka, T. Graepel, 2006) with its usual constants, and no draws.
[[nodiscard]] std::vector<double> true_skill(std::size_t bots, std::span<const Won> games);
/// OpenSkill's Plackett-Luce (R. Weng, C.-J. Lin, 2011, algorithm 4) with its usual constants.
[[nodiscard]] std::vector<double> open_skill(std::size_t bots, std::span<const Won> games);

}  // namespace others

/// The errors of one way to rate, over tournaments.
class OtherErrors {
 public:
  void add(std::span<const double> strengths, std::span<const double> truth);
  /// The root of the mean squared error.
  [[nodiscard]] double error() const;
  /// The smallest error that is possible with a factor common to all strengths.
  [[nodiscard]] double error_at_best_scale() const;

 private:
  double bots_ = 0;
  double truths_ = 0;     ///< sum of squares
  double strengths_ = 0;  ///< sum of squares
  double products_ = 0;
};

}  // namespace tribunal
