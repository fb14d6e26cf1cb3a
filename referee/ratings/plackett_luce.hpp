#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <numbers>
#include <optional>
#include <string>
#include <vector>

#include "ratings/rankings.hpp"
#include "ratings/student.hpp"

namespace tribunal {

/// Points of Elo to a strength of 1: 400 points are odds of 10 : 1.
inline constexpr double elo_per_strength = 400 / std::numbers::ln10;
/// The mean Elo of bots that met, without an anchor.
inline constexpr double mean_elo = 1500;

/// Tournaments that anybody may ask to have drawn.
inline constexpr std::size_t most_drawn = 1'000'000;

/// How ratings are computed; docs/ratings.md has the model.
struct RatingOptions {
  struct Anchor {
    std::uint32_t bot = 0;
    double elo = 1500;
  };

  /// Half wins and half losses of each bot against a ghost of strength 0 (p); 0 or more. With 0, the games
  /// alone must determine every strength.
  double ghost = 0.5;
  /// Fixes the Elo of one bot; without it the mean of a group is 1500.
  std::optional<Anchor> anchor{};
  /// A bot that met others in fewer clusters has no interval; 2 or more.
  std::size_t min_clusters = fewest_deals;
  /// Tournaments to draw from the clusters of this one, for `Rating::drawn`, at most `most_drawn`; 0: none.
  std::size_t bootstrap = 0;
};

/// From where to where.
struct Interval {
  double low = 0;
  double high = 0;
};

/// A bot that won every comparison with another bot, or lost every one: its rating is the ghost's doing.
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
  double standard_error = 0;  ///< of `strength`, as a distance from the mean of the group
  /// Half width of the 95 % interval of `elo`, 0 for the anchor; nothing with too few clusters.
  std::optional<double> elo_error{};
  std::size_t clusters = 0;  ///< deals in which it met another bot
  std::size_t group = 0;     ///< index in `Ratings::groups`
  Sweep sweep = Sweep::no;
  std::optional<Interval> drawn{};  ///< in which 95 % of the Elos of drawn tournaments lie
  /// Its errors are from the scatter between clusters; else, for a sweep or too few clusters, the curvature.
  bool from_scatter = false;
};

/// The ratings of all bots.
struct Ratings {
  std::vector<std::optional<Rating>> bots;         ///< nothing for a bot that never met another one
  std::vector<std::vector<std::uint32_t>> groups;  ///< bots that met, directly or through others; ascending
  std::size_t clusters = 0;                        ///< deals in which bots met
  double log_likelihood = 0;                       ///< of the games at the estimate, without the ghost
  int steps = 0;                                   ///< of Newton's method
  SymmetricMatrix curvature_covariance;            ///< of strengths: C H^-1 C'
  SymmetricMatrix cluster_covariance;              ///< of strengths: C H^-1 M H^-1 C', the sandwich

  /// Variance of the difference of two rated bots' strengths.
  [[nodiscard]] double difference_variance(std::size_t first, std::size_t second) const;
  /// The likelihood of superiority: how sure it is that `first` is stronger than `second`, 0 .. 1. Nothing if
  /// one of them is not rated or has too few clusters, or they are of different groups.
  [[nodiscard]] std::optional<double> superiority(std::size_t first, std::size_t second) const;

 private:
  [[nodiscard]] const SymmetricMatrix& covariance(std::size_t first, std::size_t second) const;
};

/// Rates bots by the places they took: the Plackett-Luce model, ties averaged over all orders. Sources:
/// R. L. Plackett, The Analysis of Permutations, Applied Statistics 24 (1975); R. D. Luce, Individual Choice
/// Behavior (1959). The result does not depend on the order in which games were added. The error is a
/// sentence.
[[nodiscard]] std::expected<Ratings, std::string> rate(const Rankings& rankings,
                                                       const RatingOptions& options = {});

}  // namespace tribunal
