#include "ratings/sequential/chess_tests.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <vector>

namespace tribunal {
namespace {

constexpr double even_score = 0.5;

std::vector<WeightedValue> scores_of(std::span<const double> counts) {
  if (counts.size() < 2) throw std::invalid_argument{"ChessTest: too few scores"};
  std::vector<WeightedValue> scores;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double score = static_cast<double>(i) / static_cast<double>(counts.size() - 1);
    scores.push_back({score, counts[i] == 0 ? weight_of_unseen : counts[i]});
  }
  return scores;
}

double total_of(std::span<const WeightedValue> scores) {
  double total = 0;
  for (const auto& seen : scores) total += seen.weight;
  return total;
}

struct Moments {
  double mean = 0;
  double deviation = 0;
};

Moments moments_of(std::span<const WeightedValue> shares) {
  Moments moments;
  for (const auto& [value, share] : shares) moments.mean += share * value;
  double variance = 0;
  for (const auto& [value, share] : shares)
    variance += share * (value - moments.mean) * (value - moments.mean);
  moments.deviation = std::sqrt(variance);
  return moments;
}

/// The most likely distribution in which the mean lies `distance` deviations above an even score. Its
/// condition is not linear in the shares: it is met by meeting, again and again, the linear one that touches
/// it at the last distribution.
std::vector<WeightedValue> likeliest_at(std::span<const WeightedValue> scores, double distance) {
  const double total = total_of(scores);
  std::vector<WeightedValue> shares{scores.begin(), scores.end()};
  for (auto& seen : shares) seen.weight = 1 / static_cast<double>(shares.size());
  constexpr int most_rounds = 100;
  for (int round = 0; round < most_rounds; ++round) {
    const auto [mean, deviation] = moments_of(shares);
    std::vector<WeightedValue> touching;
    for (const auto& [value, weight] : scores) {
      const double off = (mean - value) / deviation;
      touching.push_back({value - even_score - distance * deviation * (1 + off * off) / 2, weight});
    }
    const double theta = tilt_to(0, touching);
    double moved = 0;
    for (std::size_t i = 0; i < shares.size(); ++i) {
      const double share = scores[i].weight / total / (1 + theta * touching[i].value);
      moved = std::max(moved, std::abs(share - shares[i].weight));
      shares[i].weight = share;
    }
    if (moved < 1e-13) break;
  }
  return shares;
}

}  // namespace

double ChessTest::logistic(std::span<const double> counts) const {
  const auto scores = scores_of(counts);
  const auto at = [&](double elo) { return Tilt{score_of_elo(elo), tilt_to(score_of_elo(elo), scores)}; };
  return log_likelihood_ratio(scores, at(elo0), at(elo1));
}

double ChessTest::normalized(std::span<const double> counts) const {
  constexpr double elo_per_deviation = 800 / std::numbers::ln10;
  const auto scores = scores_of(counts);
  const double games = static_cast<double>(counts.size() - 1) / 2;  // whose mean is one score
  const auto at = [&](double elo) {
    return likeliest_at(scores, elo / elo_per_deviation * std::sqrt(games));
  };
  const auto null = at(elo0);
  const auto alternative = at(elo1);
  double ratio = 0;
  for (std::size_t i = 0; i < scores.size(); ++i)
    ratio += scores[i].weight * std::log(alternative[i].weight / null[i].weight);
  return ratio;
}

}  // namespace tribunal
