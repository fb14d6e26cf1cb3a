#include "analysis/model/fit.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include <Eigen/Dense>

#include "base/escape.hpp"
#include "games/catalogue.hpp"
#include "parallel/in_order.hpp"
#include "record/transcript.hpp"

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

DescribedDecision DescribedDecisions::operator[](std::size_t i) const {
  const auto begin = i == 0 ? 0 : ends_[i - 1];
  return {std::span{features_}.subspan(begin, ends_[i] - begin), chosen_[i]};
}

void DescribedDecisions::add(std::span<const float> features, std::size_t chosen) {
  features_.insert(features_.end(), features.begin(), features.end());
  ends_.push_back(features_.size());
  chosen_.push_back(static_cast<std::uint32_t>(chosen));
}

Result<void> DescribedDecisions::append(const DescribedDecisions& more, std::size_t most) {
  if (more.size() == 0) return {};
  if (names_.empty()) {
    family_ = more.family_;
    names_ = more.names_;
  }
  if (names_ != more.names_) {
    return std::unexpected{"decisions of the " + more.family_ + " games cannot join those of the " + family_ +
                           " games: a model is of one family"};
  }
  for (std::size_t i = 0; i < more.size() && size() < most; ++i) add(more[i].features, more[i].chosen);
  return {};
}

Result<DescribedDecisions> describe_decisions(const Record& record, std::string_view bot) {
  const auto* const info = find_game(record.rules.game());
  const auto names = record.rules.deal(std::make_shared<const FastDeal>(0))->feature_names();
  if (info == nullptr || names.empty()) {
    return std::unexpected{record.rules.game() +
                           " describes no actions, so no model of a bot can be fitted to its games"};
  }
  DescribedDecisions decisions{info->family, {names.begin(), names.end()}};
  ActionList actions;
  std::vector<float> features;
  const auto watch = [&](const Moment& moment) {
    const auto& decision = record.decisions[moment.decision];
    if (decision.by_referee || record.entrants.at(index_of(moment.seat)).bot != bot) return;
    moment.game.legal_actions(moment.seat, actions);
    const auto chosen = std::ranges::find(actions, decision.action);
    if (actions.size() < 2 || chosen == actions.end()) return;
    moment.game.describe_actions(moment.seat, actions, features);
    decisions.add(features, static_cast<std::size_t>(chosen - actions.begin()));
  };
  Played played;
  if (const auto wrong = play_again(record, played, watch)) return std::unexpected{wrong->text(record)};
  return decisions;
}

}  // namespace tribunal
