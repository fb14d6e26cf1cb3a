#pragma once

#include <cstddef>
#include <cstdint>
#include <numbers>
#include <optional>
#include <vector>

#include "base/error.hpp"
#include "ratings/model/rankings.hpp"
#include "ratings/model/student.hpp"

namespace tribunal {

/// Points of Elo per unit of strength: 400 points are odds of 10 : 1.
inline constexpr double elo_per_strength = 400 / std::numbers::ln10;
/// The mean Elo of a group without an anchor.
inline constexpr double mean_elo = 1500;

/// The largest number of bootstrap resamples.
inline constexpr std::size_t most_drawn = 1'000'000;

/// The options of a rating; docs/ratings.md has the model.
struct RatingOptions {
  struct Anchor {
    std::uint32_t bot = 0;
    double elo = 1500;
    double deviation = 0;  ///< standard deviation of `elo`; 0: it is fixed
    double error = 0;      ///< half width of the 95 % interval of a fixed `elo`; 0: it is exact
  };

  /// The standard deviation of strengths, natural logarithms. No value: it is estimated from the games.
  /// Infinity: all strengths are equally likely, and the games must determine each of them.
  std::optional<double> spread{};
  /// Bots with known Elos, each at most once; the mean of a group without one is 1500.
  std::vector<Anchor> anchors{};
  /// The versions of each bot that has several, the oldest first: the strength of a version is near that of
  /// the one before it.
  std::vector<std::vector<std::uint32_t>> walks{};
  /// Whether results decided the pairings, as in a Swiss tournament: bots of different scores hardly met, in
  /// too few deals to show the variance of their distances. The errors are then those of independent games,
  /// if these are larger. No value: unknown, and assumed if some bots of one group never met.
  std::optional<bool> paired_by_results = false;
  /// A bot that met others in fewer clusters than this has no interval; 2 or more.
  std::size_t min_clusters = fewest_deals;
  /// The number of bootstrap resamples of the clusters for `Rating::drawn`, at most `most_drawn`; 0: none.
  std::size_t bootstrap = 0;
  double widening =
      1;  ///< the factor for all intervals and `superiority`, above 1 while games are watched (`widening_at`)
};

/// A closed interval.
struct Interval {
  double low = 0;
  double high = 0;
};

/// A bot that won every comparison with another bot, or lost every one: its rating is a bound.
enum class Sweep : std::uint8_t { no, perfect, hopeless };

/// A symmetric matrix of n x n.
class SymmetricMatrix {
 public:
  SymmetricMatrix() = default;
  explicit SymmetricMatrix(std::size_t size) : size_{size}, values_(size * size) {}
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] double at(std::size_t row, std::size_t column) const { return values_[row * size_ + column]; }
  [[nodiscard]] double& at(std::size_t row, std::size_t column) { return values_[row * size_ + column]; }

 private:
  std::size_t size_ = 0;
  std::vector<double> values_;
};

/// One bot's rating.
struct Rating {
  double strength = 0;        ///< lambda, natural logarithm of the worth, less the mean of the group
  double elo = 1500;          ///< on the scale where 400 points are odds of 10 : 1
  double standard_error = 0;  ///< the error of `strength`, as a distance from the mean of the group
  /// Half width of the 95 % interval of `elo`, that of the anchor if it is fixed; nothing with too few
  /// clusters.
  std::optional<double> elo_error{};
  bool keeps_distances = false;  ///< whether it is one of several fixed anchors of its group
  std::size_t clusters = 0;      ///< deals in which it met another bot, as `Meetings::clusters` counts them
  std::size_t group = 0;         ///< index in `Ratings::groups`
  Sweep sweep = Sweep::no;
  std::optional<Interval> drawn{};  ///< the interval of 95 % of the Elos of the resampled tournaments
};

/// Ratings by one spread of strengths, and the probability of this spread.
struct RatingLayer {
  double spread = 0;
  double weight = 1;              ///< the weights of all layers sum to 1
  double sceptical_weight = 1;    ///< the weight under a prior of narrower fields (`superiority`)
  std::vector<double> strengths;  ///< less the mean of the group
  SymmetricMatrix by_clusters;    ///< covariance estimated between clusters
  /// Covariance as if all games were independent; empty if it is not needed. If cards decide most games, the
  /// scale of strengths has the variance between clusters.
  SymmetricMatrix by_games;
};

/// A part of a group with a mean of its own, because its games against the others have little information
/// about their distance.
struct WeakLink {
  std::vector<std::uint32_t> bots;  ///< ascending
  double meetings = 0;  ///< number of meetings with other bots; two bots meet once in each common game
};

/// A pair of bots whose games contradict their ratings.
struct Misfit {
  std::uint32_t first = 0;
  std::uint32_t second = 0;
  double seen = 0;      ///< the share of the pair's points that `first` won, 0 .. 1
  double expected = 0;  ///< the share predicted by the ratings
};

/// The agreement of an anchor with the games between it and the other anchors of its group.
struct AnchorCheck {
  /// The anchor's Elo by the games, relative to the known mean of the other anchors, weighted by precision;
  /// nothing if it is the only anchor of its group, or is not rated.
  std::optional<double> elo_by_games{};
  /// The difference between that and its Elo in standard errors, including the deviations of anchors; also
  /// nothing if one of the anchors won or lost all games, or has too few clusters.
  std::optional<double> z{};
};

/// The ratings of all bots.
struct Ratings {
  std::vector<std::optional<Rating>> bots;         ///< nothing for a bot that never met another one
  std::vector<std::vector<std::uint32_t>> groups;  ///< bots that met, directly or through others; ascending
  std::vector<RatingLayer> layers;                 ///< `bots` is the mean of these
  std::size_t clusters = 0;                        ///< deals in which bots met
  double spread = 0;                               ///< the mean over the layers
  double dispersion = 1;  ///< variance by deals over that of as many independent games
  bool cards_decide =
      false;  ///< whether shared deals removed more than half of the variance that they can remove
  double typical_error = 0;   ///< root mean square of the bots' standard errors
  double log_likelihood = 0;  ///< that of the games at the estimate, with `value_of_luck`
  bool paired_by_results = false;
  double widening = 1;  ///< `RatingOptions::widening`
  std::vector<AnchorCheck>
      anchor_checks{};  ///< one for each of `RatingOptions::anchors`; empty with a single anchor
  /// The worst pair, if pairs contradict a single strength per bot; always nothing for games with luck.
  std::optional<Misfit> misfit{};
  std::vector<WeakLink> weak_links{};  ///< between parts of groups that hardly met

  /// Half the width of the 95 % interval around the difference of the strengths of two rated bots in `bots`;
  /// nothing whenever `superiority` is nothing, and if the errors of anchors are part of it.
  [[nodiscard]] std::optional<double> difference_error(std::size_t first, std::size_t second) const;
  /// The likelihood of superiority: the probability that `first` is stronger than `second`, 0 .. 1. Nothing
  /// if one of them is not rated or has too few clusters, if they are in different groups, or if both are
  /// exact anchors, about which the games say nothing.
  [[nodiscard]] std::optional<double> superiority(std::size_t first, std::size_t second) const;
};

/// Rates bots by their places: the Plackett-Luce model, ties averaged over all orders. Sources: R. L.
/// Plackett, The Analysis of Permutations, Applied Statistics 24 (1975); R. D. Luce, Individual Choice
/// Behavior (1959). Strengths are random effects. The luck of games is subtracted in the equations that the
/// strengths solve, and in the scatter from which the errors follow. The result does not depend on the order
/// in which games were added. The error is a sentence.
[[nodiscard]] Result<Ratings> rate(const Rankings& rankings, const RatingOptions& options = {});

}  // namespace tribunal
