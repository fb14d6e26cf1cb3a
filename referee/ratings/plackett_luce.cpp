#include "ratings/plackett_luce.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ratings/bootstrap.hpp"
#include "ratings/fit.hpp"
#include "ratings/meetings.hpp"

namespace tribunal {
namespace {

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
    if (rating->clusters >= min_clusters)
      rating->elo_error = t95(rating->clusters) * elo_per_strength * rating->standard_error;
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
    if (rating->elo_error)
      rating->elo_error = t95(std::min(rating->clusters, fixed.clusters)) * elo_per_strength *
                          std::sqrt(ratings.difference_variance(bot, anchor.bot));
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
  if (!one || !other || one->group != other->group || !one->elo_error || !other->elo_error)
    return std::nullopt;
  const double difference = one->strength - other->strength;
  if (std::abs(difference) < 1e-9) return 0.5;  // equal, but for rounding: also where the error is nothing
  const double deviation = std::sqrt(difference_variance(first, second));
  return student_probability(difference / deviation, std::min(one->clusters, other->clusters));
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
  if (options.bootstrap > 0) resample(ratings, census, fit, options);
  return ratings;
}

}  // namespace tribunal
