#include "analysis/model/fit.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include <Eigen/Dense>

#include "base/escape.hpp"
#include "parallel/in_order.hpp"

namespace tribunal {
namespace {

constexpr std::size_t decisions_a_piece = 1024;
constexpr int most_steps = 100;
constexpr int most_halvings = 40;
constexpr double small_gain = 1e-9;  // gain of the objective, per decision, by another step

using Rows = Eigen::Map<const Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;

/// The log-likelihood of decisions, its gradient and its negative second derivatives.
struct Sums {
  explicit Sums(Eigen::Index features)
      : gradient{Eigen::VectorXd::Zero(features)}, curvature{Eigen::MatrixXd::Zero(features, features)} {}

  double log_likelihood = 0;
  Eigen::VectorXd gradient;
  Eigen::MatrixXd curvature;

  Sums& operator+=(const Sums& more) {
    log_likelihood += more.log_likelihood;
    gradient += more.gradient;
    curvature += more.curvature;
    return *this;
  }
};

/// Adds one decision. The gradient is the features of the chosen action minus their mean under the model. The
/// curvature is their covariance.
void add_decision(const DescribedDecision& decision, const Eigen::VectorXd& weights, Sums& sums) {
  const auto features = weights.size();
  const auto actions = static_cast<Eigen::Index>(decision.features.size()) / features;
  const Eigen::MatrixXd rows = Rows{decision.features.data(), actions, features}.cast<double>();
  Eigen::VectorXd chances = rows * weights;
  const auto chosen = static_cast<Eigen::Index>(decision.chosen);
  const double most = chances.maxCoeff();
  const double utility = chances[chosen] - most;
  chances = (chances.array() - most).exp();
  const double sum = chances.sum();
  chances /= sum;
  const Eigen::VectorXd mean = rows.transpose() * chances;
  sums.log_likelihood += utility - std::log(sum);
  sums.gradient += rows.row(chosen).transpose() - mean;
  sums.curvature.noalias() += rows.transpose() * chances.asDiagonal() * rows - mean * mean.transpose();
}

/// The sums over all decisions. They are added up in pieces that do not depend on the threads.
Sums sums_of(const DescribedDecisions& decisions, const Eigen::VectorXd& weights, unsigned threads) {
  Sums all{weights.size()};
  std::size_t begin = 0;
  const auto next = [&]() -> std::optional<std::size_t> {
    if (begin >= decisions.size()) return std::nullopt;
    return std::exchange(begin, begin + decisions_a_piece);
  };
  const auto make_worker = [&] {
    return [&](std::size_t first) {
      Sums sums{weights.size()};
      const auto end = std::min(decisions.size(), first + decisions_a_piece);
      for (auto i = first; i < end; ++i) add_decision(decisions[i], weights, sums);
      return sums;
    };
  };
  in_order(std::max(1U, threads), next, make_worker, [&](const Sums& sums) {
    all += sums;
    return true;
  });
  return all;
}

/// The objective with its gradient and curvature, which include the ridge.
class Objective {
 public:
  Objective(const DescribedDecisions& decisions, const FitSettings& settings)
      : decisions_{decisions}, settings_{settings} {}

  [[nodiscard]] Sums at(const Eigen::VectorXd& weights) const {
    auto sums = sums_of(decisions_, weights, settings_.threads);
    sums.gradient -= settings_.ridge * weights;
    sums.curvature.diagonal().array() += settings_.ridge;
    return sums;
  }
  [[nodiscard]] double value(const Sums& sums, const Eigen::VectorXd& weights) const {
    return sums.log_likelihood - settings_.ridge / 2 * weights.squaredNorm();
  }

 private:
  const DescribedDecisions& decisions_;
  const FitSettings& settings_;
};

/// Climbs to the maximum by Newton's steps. Each step is halved until it leads upwards.
Eigen::VectorXd climb(const Objective& objective, Eigen::Index features, double enough) {
  Eigen::VectorXd weights = Eigen::VectorXd::Zero(features);
  auto sums = objective.at(weights);
  for (int steps = 0; steps < most_steps; ++steps) {
    const Eigen::VectorXd step = sums.curvature.ldlt().solve(sums.gradient);
    const auto before = objective.value(sums, weights);
    if (sums.gradient.dot(step) / 2 < enough) break;
    double share = 1;
    for (int halvings = 0; halvings < most_halvings; ++halvings, share /= 2) {
      const Eigen::VectorXd further = weights + share * step;
      auto there = objective.at(further);
      if (!(objective.value(there, further) > before)) continue;
      weights = further;
      sums = std::move(there);
      break;
    }
  }
  return weights;
}

}  // namespace

Result<std::vector<double>> fit_model(const DescribedDecisions& decisions, const std::string& bot,
                                      const FitSettings& settings) {
  if (!(settings.ridge > 0)) return std::unexpected{"the ridge should be above 0"};
  if (decisions.size() == 0) {
    return std::unexpected{"no decision of " + escaped(bot) +
                           " between two actions or more: a model needs games that it played"};
  }
  const auto features = static_cast<Eigen::Index>(decisions.names().size());
  const auto count = static_cast<double>(decisions.size());
  const auto weights = climb(Objective{decisions, settings}, features, small_gain * count);
  return std::vector<double>{weights.begin(), weights.end()};
}

std::vector<double> likely_actions(std::span<const float> features, const std::vector<double>& weights) {
  std::vector<double> likely;
  for (auto row = features; !row.empty(); row = row.subspan(weights.size()))
    likely.push_back(std::inner_product(weights.begin(), weights.end(), row.begin(), 0.0));
  const auto most = std::ranges::max(likely);
  double sum = 0;
  for (auto& each : likely) sum += each = std::exp(each - most);
  for (auto& each : likely) each /= sum;
  return likely;
}

}  // namespace tribunal
