#include "other_ratings.hpp"

#include <algorithm>
#include <cmath>
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

}  // namespace others

void OtherErrors::add(std::span<const double> strengths, std::span<const double> truth) {
  const auto mean_of = [](std::span<const double> values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
  };
  const double too_much = mean_of(strengths) - mean_of(truth);
  bots_ += static_cast<double>(truth.size());
  for (std::size_t bot = 0; bot < truth.size(); ++bot)
    squares_ += std::pow(strengths[bot] - truth[bot] - too_much, 2);
}

double OtherErrors::error() const { return std::sqrt(squares_ / bots_); }

}  // namespace tribunal
