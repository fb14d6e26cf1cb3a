#include "other_ratings.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace tribunal {
namespace {

/// By winner and loser.
using Wins = std::vector<std::vector<double>>;

Wins wins_of(std::size_t bots, std::span<const Won> games) {
  Wins wins(bots, std::vector<double>(bots));
  for (const auto& game : games) ++wins[game.winner][game.loser];
  return wins;
}

/// Solves a * x = b by elimination; `a` is positive definite.
std::vector<double> solve(Wins a, std::vector<double> b) {
  const auto size = b.size();
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t row = i + 1; row < size; ++row) {
      const double factor = a[row][i] / a[i][i];
      for (std::size_t column = i; column < size; ++column) a[row][column] -= factor * a[i][column];
      b[row] -= factor * b[i];
    }
  }
  for (std::size_t i = size; i-- > 0;) {
    for (std::size_t column = i + 1; column < size; ++column) b[i] -= a[i][column] * b[column];
    b[i] /= a[i][i];
  }
  return b;
}

/// The most likely strengths by the model of Bradley and Terry, by Newton's method.
std::vector<double> most_likely(const Wins& wins) {
  const auto bots = wins.size();
  std::vector<double> strengths(bots);
  for (int step = 0; step < 50; ++step) {
    std::vector<double> slope(bots);
    Wins curve(bots, std::vector<double>(bots, 1e-3));  // holds the mean, which games do not determine
    for (std::size_t one = 0; one < bots; ++one) {
      for (std::size_t other = 0; other < bots; ++other) {
        if (one == other) continue;
        const double games = wins[one][other] + wins[other][one];
        const double chance = 1 / (1 + std::exp(strengths[other] - strengths[one]));
        slope[one] += wins[one][other] - games * chance;
        curve[one][one] += games * chance * (1 - chance);
        curve[one][other] -= games * chance * (1 - chance);
      }
    }
    const auto change = solve(curve, slope);
    double most = 0;
    for (const double each : change) most = std::max(most, std::abs(each));
    for (std::size_t bot = 0; bot < bots; ++bot) strengths[bot] += change[bot] / std::max(1.0, most);
    if (most < 1e-9) break;
  }
  return strengths;
}

/// A normal belief in a strength.
struct Belief {
  static constexpr double mean0 = 25;
  static constexpr double error0 = mean0 / 3;
  static constexpr double beta = error0 / 2;  ///< the scatter of a performance
  static constexpr double tau = error0 / 100;
  double mean = mean0;
  double variance = error0 * error0;
};

/// Updates the beliefs in both bots by each game: `update(winner, loser)`.
template <typename Update>
std::vector<double> in_turn(std::size_t bots, std::span<const Won> games, Update update) {
  std::vector<Belief> beliefs(bots);
  for (const auto& game : games) {
    auto& winner = beliefs[game.winner];
    auto& loser = beliefs[game.loser];
    winner.variance += Belief::tau * Belief::tau;
    loser.variance += Belief::tau * Belief::tau;
    update(winner, loser);
  }
  std::vector<double> means;
  for (const auto& belief : beliefs) means.push_back(belief.mean);
  return means;
}

}  // namespace

namespace others {

std::vector<double> bayes_elo(std::size_t bots, std::span<const Won> games) {
  const auto wins = wins_of(bots, games);
  auto with_prior = wins;
  for (std::size_t bot = 0; bot < bots; ++bot) {
    double played = 0;
    for (std::size_t other = 0; other < bots; ++other) played += wins[bot][other] + wins[other][bot];
    for (std::size_t other = 0; other < bots && played > 0; ++other) {
      const double drawn = (wins[bot][other] + wins[other][bot]) / played;
      with_prior[bot][other] += drawn / 2;
      with_prior[other][bot] += drawn / 2;
    }
  }
  return most_likely(with_prior);
}

std::vector<double> choix(std::size_t bots, std::span<const Won> games, double alpha) {
  const auto wins = wins_of(bots, games);
  std::vector<double> weights(bots, 1);
  for (int step = 0; step < 2000; ++step) {
    std::vector<double> next;
    for (std::size_t bot = 0; bot < bots; ++bot) {
      double won = alpha;
      double below = alpha;
      for (std::size_t other = 0; other < bots; ++other) {
        won += wins[bot][other];
        below += (wins[bot][other] + wins[other][bot]) / (weights[bot] + weights[other]);
      }
      next.push_back(won / below);
    }
    double most = 0;
    for (std::size_t bot = 0; bot < bots; ++bot)
      most = std::max(most, std::abs(std::log(next[bot] / weights[bot])));
    weights = std::move(next);
    if (most < 1e-6) break;
  }
  for (auto& weight : weights) weight = std::log(weight);
  return weights;
}

std::vector<double> true_skill(std::size_t bots, std::span<const Won> games) {
  return in_turn(bots, games, [](Belief& winner, Belief& loser) {
    const double variance = 2 * Belief::beta * Belief::beta + winner.variance + loser.variance;
    const double c = std::sqrt(variance);
    const double t = (winner.mean - loser.mean) / c;
    const double density = std::exp(-t * t / 2) / std::sqrt(2 * std::numbers::pi);
    const double v = density / std::max(1e-300, std::erfc(-t / std::numbers::sqrt2) / 2);
    const double w = v * (v + t);
    winner.mean += winner.variance / c * v;
    loser.mean -= loser.variance / c * v;
    winner.variance *= 1 - winner.variance / variance * w;
    loser.variance *= 1 - loser.variance / variance * w;
  });
}

std::vector<double> open_skill(std::size_t bots, std::span<const Won> games) {
  return in_turn(bots, games, [](Belief& winner, Belief& loser) {
    const double variance = 2 * Belief::beta * Belief::beta + winner.variance + loser.variance;
    const double c = std::sqrt(variance);
    const double lost = 1 / (1 + std::exp((winner.mean - loser.mean) / c));
    for (auto* const belief : {&winner, &loser}) {
      const double gamma = std::sqrt(belief->variance) / c;
      const double delta = gamma * belief->variance / variance * lost * (1 - lost);
      belief->mean += (belief == &winner ? 1 : -1) * belief->variance / c * lost;
      belief->variance *= std::max(1 - delta, 1e-4);
    }
  });
}

}  // namespace others

void OtherErrors::add(std::span<const double> strengths, std::span<const double> truth) {
  const auto mean_of = [](std::span<const double> values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
  };
  const double strength = mean_of(strengths);
  const double right = mean_of(truth);
  for (std::size_t bot = 0; bot < truth.size(); ++bot) {
    ++bots_;
    truths_ += (truth[bot] - right) * (truth[bot] - right);
    strengths_ += (strengths[bot] - strength) * (strengths[bot] - strength);
    products_ += (strengths[bot] - strength) * (truth[bot] - right);
  }
}

double OtherErrors::error() const {
  return std::sqrt(std::max(0.0, truths_ - 2 * products_ + strengths_) / bots_);
}

double OtherErrors::error_at_best_scale() const {
  return std::sqrt(std::max(0.0, truths_ - products_ * products_ / strengths_) / bots_);
}

}  // namespace tribunal
