#include "ratings/likelihood.hpp"

#include <algorithm>
#include <cmath>

#include "ratings/choices.hpp"

namespace tribunal {
namespace {

/// Worths on a scale on which the strongest is 1: their sums neither overflow nor lose digits.
struct Worths {
  explicit Worths(const Eigen::VectorXd& strengths)
      : top{strengths.size() == 0 ? 0.0 : strengths.maxCoeff()}, values{(strengths.array() - top).exp()} {}

  double top;
  Eigen::ArrayXd values;
};

double total_worth(std::span<const std::uint32_t> bots, const Worths& worths) {
  double total = 0;
  for (const auto bot : bots) total += worths.values[bot];
  return total;
}

void add_choice(Likelihood& sum, std::span<const std::uint32_t> bots, double weight, const Worths& worths) {
  const double total = total_worth(bots, worths);
  sum.value -= weight * (worths.top + std::log(total));
  std::array<double, max_ranked_seats> shares{};
  for (std::size_t i = 0; i < bots.size(); ++i) {
    shares[i] = worths.values[bots[i]] / total;
    const double pull = weight * shares[i];
    sum.gradient[bots[i]] -= pull;
    sum.information(bots[i], bots[i]) += pull;
    for (std::size_t j = 0; j < i; ++j) {
      sum.information(bots[i], bots[j]) -= pull * shares[j];
      sum.information(bots[j], bots[i]) -= pull * shares[j];
    }
    sum.information(bots[i], bots[i]) -= pull * shares[i];
  }
}

/// Adds up gradients of single clusters, touching only the bots that played in them.
class ClusterScore {
 public:
  explicit ClusterScore(std::size_t bots) : score_(bots, 0.0), touched_(bots, false) {}

  void add(std::uint32_t bot, double amount) {
    if (!touched_[bot]) {
      touched_[bot] = true;
      bots_.push_back(bot);
    }
    score_[bot] += amount;
  }

  /// Adds the outer square to `scatter` and starts anew.
  void flush_into(Eigen::MatrixXd& scatter) {
    for (const auto row : bots_)
      for (const auto column : bots_) scatter(row, column) += score_[row] * score_[column];
    for (const auto bot : bots_) {
      score_[bot] = 0;
      touched_[bot] = false;
    }
    bots_.clear();
  }

 private:
  std::vector<double> score_;
  std::vector<bool> touched_;
  std::vector<std::uint32_t> bots_;
};

}  // namespace

Likelihood likelihood_of_games(const Census& census, const Eigen::VectorXd& strengths) {
  const auto size = strengths.size();
  Likelihood sum{0, Eigen::VectorXd::Zero(size), Eigen::MatrixXd::Zero(size, size)};
  const Worths worths{strengths};
  for (const auto& kind : census.kinds) {
    for_each_choice(
        kind.pattern,
        [&](std::uint32_t bot, double weight) {
          sum.value += kind.games * weight * strengths[bot];
          sum.gradient[bot] += kind.games * weight;
        },
        [&](std::span<const std::uint32_t> bots, double weight) {
          add_choice(sum, bots, kind.games * weight, worths);
        });
  }
  return sum;
}

Likelihood likelihood_of_ghost(double weight, const Eigen::VectorXd& strengths) {
  const auto size = strengths.size();
  Likelihood sum{0, Eigen::VectorXd::Zero(size), Eigen::MatrixXd::Zero(size, size)};
  for (Eigen::Index bot = 0; bot < size; ++bot) {
    const double strength = strengths[bot];
    const double win = 1 / (1 + std::exp(-strength));
    // ln s(x) + ln(1 - s(x)) = -|x| - 2 ln(1 + e^-|x|), which keeps its digits far from 0
    sum.value -= weight * (std::abs(strength) + 2 * std::log1p(std::exp(-std::abs(strength))));
    sum.gradient[bot] = weight * (1 - 2 * win);
    sum.information(bot, bot) = 2 * weight * win * (1 - win);
  }
  return sum;
}

Eigen::MatrixXd scatter_of_clusters(const Census& census, const Eigen::VectorXd& strengths) {
  const auto size = strengths.size();
  Eigen::MatrixXd scatter = Eigen::MatrixXd::Zero(size, size);
  ClusterScore score{census.bots};
  const Worths worths{strengths};
  for (std::size_t cluster = 0; cluster < census.clusters(); ++cluster) {
    for (const auto& item : census.cluster(cluster)) {
      for_each_choice(
          census.kinds[item.kind].pattern,
          [&](std::uint32_t bot, double weight) { score.add(bot, item.games * weight); },
          [&](std::span<const std::uint32_t> bots, double weight) {
            const double total = total_worth(bots, worths);
            for (const auto bot : bots) score.add(bot, -item.games * weight * worths.values[bot] / total);
          });
    }
    score.flush_into(scatter);
  }
  return scatter;
}

}  // namespace tribunal
