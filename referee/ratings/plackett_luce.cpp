#include "ratings/plackett_luce.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include <Eigen/Cholesky>

#include "ratings/likelihood.hpp"
#include "ratings/meetings.hpp"

namespace tribunal {
namespace {

using Groups = std::vector<std::vector<std::uint32_t>>;

constexpr double elo_per_strength = 400 / std::numbers::ln10;
constexpr double mean_elo = 1500;
constexpr double gradient_tolerance = 1e-10;
/// Where Newton's method foresees a gain of no more than this, it has reached its region of quadratic
/// convergence and the likelihood, a large sum, can no longer tell better from worse by its last digits.
constexpr double last_gain = 1e-4;
constexpr int most_steps = 200;

/// What makes the information regular where games and ghost leave it singular: bots that met nobody, and,
/// without a ghost, the common level of each group. Neither changes anything that is centred within groups.
Eigen::MatrixXd ridge(std::size_t bots, const Groups& groups, bool ghost) {
  const auto size = static_cast<Eigen::Index>(bots);
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Identity(size, size);
  for (const auto& group : groups) {
    for (const auto row : group) {
      for (const auto column : group)
        matrix(row, column) = ghost ? 0.0 : 1.0 / static_cast<double>(group.size());
    }
  }
  return matrix;
}

/// C: takes the mean of its group off each bot's strength, and everything off a bot of no group.
Eigen::MatrixXd centring(std::size_t bots, const Groups& groups) {
  const auto size = static_cast<Eigen::Index>(bots);
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(size, size);
  for (const auto& group : groups) {
    for (const auto row : group) {
      matrix(row, row) = 1;
      for (const auto column : group) matrix(row, column) -= 1.0 / static_cast<double>(group.size());
    }
  }
  return matrix;
}

/// The maximum of the likelihood of games and ghost.
class Fit {
 public:
  Fit(const Census& census, const Groups& groups, double ghost)
      : census_{census},
        ghost_{ghost},
        ridge_{ridge(census.bots, groups, ghost > 0)},
        strengths_{Eigen::VectorXd::Zero(static_cast<Eigen::Index>(census.bots))} {}

  /// Newton's method with step halving, from strengths of 0, until the gradient is nothing or, in a sum over
  /// so many games that it never is, until rounding keeps it from shrinking. False if it does not arrive.
  [[nodiscard]] bool climb() {
    here_ = likelihood_at(strengths_);
    for (; steps_ < most_steps; ++steps_) {
      const double slope = steepest();
      if (slope < gradient_tolerance) return true;
      const Eigen::VectorXd step = inverse_information() * here_.gradient;
      if (!step.allFinite()) return false;
      const bool close = step.dot(here_.gradient) < last_gain;
      if (!(close ? take(step) : take_uphill(step))) return false;
      if (close && steepest() > slope / 2) return true;
    }
    return false;
  }

  [[nodiscard]] Eigen::MatrixXd inverse_information() const {
    const auto size = strengths_.size();
    return (here_.information + ridge_).ldlt().solve(Eigen::MatrixXd::Identity(size, size));
  }
  [[nodiscard]] const Eigen::VectorXd& strengths() const { return strengths_; }
  [[nodiscard]] int steps() const { return steps_; }
  /// The log-likelihood of the games alone.
  [[nodiscard]] double value_of_games() const { return value_of_games_; }

 private:
  [[nodiscard]] Likelihood likelihood_at(const Eigen::VectorXd& strengths) {
    Likelihood sum = likelihood_of_games(census_, strengths);
    value_of_games_ = sum.value;
    const Likelihood ghost = likelihood_of_ghost(ghost_, strengths);
    sum.value += ghost.value;
    sum.gradient += ghost.gradient;
    sum.information += ghost.information;
    return sum;
  }

  [[nodiscard]] double steepest() const { return here_.gradient.lpNorm<Eigen::Infinity>(); }

  /// Goes along `step` if strengths stay in range.
  [[nodiscard]] bool take(const Eigen::VectorXd& step) {
    strengths_ += step;
    if (strengths_.size() > 0 && strengths_.maxCoeff() - strengths_.minCoeff() > widest_strengths)
      return false;
    here_ = likelihood_at(strengths_);
    return true;
  }

  /// Goes along `step`, or the largest half, quarter, ... of it that leads up.
  [[nodiscard]] bool take_uphill(const Eigen::VectorXd& step) {
    const Eigen::VectorXd start = strengths_;
    const double height = here_.value;
    for (double length = 1; length > 1e-6; length /= 2) {
      strengths_ = start;
      if (take(length * step) && here_.value > height) return true;
    }
    return false;
  }

  const Census& census_;
  double ghost_;
  Eigen::MatrixXd ridge_;
  Eigen::VectorXd strengths_;
  Likelihood here_;
  double value_of_games_ = 0;
  int steps_ = 0;
};

SymmetricMatrix plain(const Eigen::MatrixXd& matrix) {
  SymmetricMatrix copy{static_cast<std::size_t>(matrix.rows())};
  for (std::size_t row = 0; row < copy.size(); ++row) {
    for (std::size_t column = 0; column < copy.size(); ++column) {
      const auto i = static_cast<Eigen::Index>(row);
      const auto j = static_cast<Eigen::Index>(column);
      copy.at(row, column) = (matrix(i, j) + matrix(j, i)) / 2;
    }
  }
  return copy;
}

/// C H^-1 C' and, with M the scatter of G clusters times G / (G - 1), C H^-1 M H^-1 C' (K.-Y. Liang, S. L.
/// Zeger, Longitudinal Data Analysis Using Generalized Linear Models, Biometrika 73 (1986)).
void estimate_errors(Ratings& ratings, const Census& census, const Fit& fit) {
  const Eigen::MatrixXd centre = centring(census.bots, ratings.groups);
  const Eigen::MatrixXd bread = centre * fit.inverse_information();
  ratings.curvature_covariance = plain(bread * centre.transpose());
  const auto clusters = static_cast<double>(census.clusters());
  if (clusters < 2) {
    ratings.cluster_covariance = ratings.curvature_covariance;
    return;
  }
  const Eigen::MatrixXd scatter = scatter_of_clusters(census, fit.strengths()) * (clusters / (clusters - 1));
  ratings.cluster_covariance = plain(bread * scatter * bread.transpose());
}

/// Fills in all of `Rating` that does not depend on errors or an anchor.
void describe_bots(Ratings& ratings, const Meetings& meetings, const Eigen::VectorXd& strengths) {
  ratings.bots.resize(static_cast<std::size_t>(strengths.size()));
  for (std::size_t group = 0; group < ratings.groups.size(); ++group) {
    const auto& members = ratings.groups[group];
    double mean = 0;
    for (const auto bot : members) mean += strengths[bot] / static_cast<double>(members.size());
    for (const auto bot : members) {
      Rating rating;
      rating.strength = strengths[bot] - mean;
      rating.elo = mean_elo + elo_per_strength * rating.strength;
      rating.clusters = meetings.clusters(bot);
      rating.group = group;
      rating.sweep = meetings.sweep(bot);
      ratings.bots[bot] = rating;
    }
  }
}

void describe_errors(Ratings& ratings, std::size_t min_clusters) {
  for (std::size_t bot = 0; bot < ratings.bots.size(); ++bot) {
    auto& rating = ratings.bots[bot];
    if (!rating) continue;
    rating->from_scatter = rating->clusters >= min_clusters && rating->sweep == Sweep::no;
    const auto& covariance = rating->from_scatter ? ratings.cluster_covariance : ratings.curvature_covariance;
    rating->standard_error = std::sqrt(std::max(0.0, covariance.at(bot, bot)));
    rating->elo_error = z95 * elo_per_strength * rating->standard_error;
  }
}

/// Moves the anchor's group so that the anchor stands where it should; errors are then distances from it.
void apply_anchor(Ratings& ratings, const RatingOptions::Anchor& anchor) {
  if (anchor.bot >= ratings.bots.size() || !ratings.bots[anchor.bot]) return;
  const Rating fixed = ratings.bots[anchor.bot].value_or(Rating{});
  for (std::size_t bot = 0; bot < ratings.bots.size(); ++bot) {
    auto& rating = ratings.bots[bot];
    if (!rating || rating->group != fixed.group) continue;
    rating->elo = anchor.elo + elo_per_strength * (rating->strength - fixed.strength);
    rating->elo_error = z95 * elo_per_strength * std::sqrt(ratings.difference_variance(bot, anchor.bot));
  }
}

std::expected<void, std::string> check_determined(const Meetings& meetings, const Groups& groups) {
  for (const auto& group : groups) {
    if (meetings.determined(group)) continue;
    return std::unexpected{
        "without a ghost these games determine no ratings: some bots never lost a place to the others"};
  }
  return {};
}

}  // namespace

const SymmetricMatrix& Ratings::covariance(std::size_t first, std::size_t second) const {
  const auto& one = bots[first];
  const auto& other = bots[second];
  const bool scatter = one && other && one->from_scatter && other->from_scatter;
  return scatter ? cluster_covariance : curvature_covariance;
}

double Ratings::difference_variance(std::size_t first, std::size_t second) const {
  const auto& matrix = covariance(first, second);
  return std::max(0.0, matrix.at(first, first) + matrix.at(second, second) - 2 * matrix.at(first, second));
}

std::optional<double> Ratings::superiority(std::size_t first, std::size_t second) const {
  const auto& one = bots[first];
  const auto& other = bots[second];
  if (!one || !other || one->group != other->group) return std::nullopt;
  const double difference = one->strength - other->strength;
  if (std::abs(difference) < 1e-9) return 0.5;  // equal, but for rounding: also where the error is nothing
  const double deviation = std::sqrt(difference_variance(first, second));
  return std::erfc(-difference / (deviation * std::numbers::sqrt2)) / 2;
}

std::expected<Ratings, std::string> rate(const Rankings& rankings, const RatingOptions& options) {
  if (!(options.ghost >= 0) || !std::isfinite(options.ghost))
    return std::unexpected{"the ghost's weight must be a number, 0 or more"};
  const Census census{rankings};
  const Meetings meetings{census};
  Ratings ratings;
  ratings.groups = meetings.groups();
  ratings.clusters = census.clusters();
  if (options.ghost == 0) {
    if (auto checked = check_determined(meetings, ratings.groups); !checked)
      return std::unexpected{checked.error()};
  }
  Fit fit{census, ratings.groups, options.ghost};
  if (!fit.climb()) return std::unexpected{"the ratings do not converge: the ghost's weight is too small"};
  ratings.steps = fit.steps();
  ratings.log_likelihood = fit.value_of_games();
  describe_bots(ratings, meetings, fit.strengths());
  estimate_errors(ratings, census, fit);
  describe_errors(ratings, options.min_clusters);
  if (options.anchor) apply_anchor(ratings, *options.anchor);
  return ratings;
}

}  // namespace tribunal
