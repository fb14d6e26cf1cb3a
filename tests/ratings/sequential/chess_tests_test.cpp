#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>
#include <stdexcept>
#include <vector>

#include <catch2/catch.hpp>

#include "ratings/sequential/empirical_likelihood.hpp"
#include "ratings/sequential/sequential_test.hpp"

using namespace tribunal;

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
/// condition is not linear in the shares. It is solved by repeatedly solving the linear condition that is
/// tangent to it at the last distribution.
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

/// The log-likelihood ratios by which chess programmers test patches, on how often each score was seen:
/// single games (0, 1/2, 1) or pairs of games (0, 1/4, 1/2, 3/4, 1). A score that was never seen counts
/// `weight_of_unseen`. They are here to be compared with what is published of them.
struct ChessTest {
  double elo0 = 0;
  double elo1 = 0;

  /// Elo by the mean score.
  [[nodiscard]] double logistic(std::span<const double> counts) const {
    const auto scores = scores_of(counts);
    const auto at = [&](double elo) { return Tilt{score_of_elo(elo), tilt_to(score_of_elo(elo), scores)}; };
    return log_likelihood_ratio(scores, at(elo0), at(elo1));
  }

  /// Elo by the mean score over its deviation in one game, as draws and luck leave it (M. Van den Bergh,
  /// Normalized Elo and Normalized Elo practical, 2021): 800 / ln 10 points a deviation.
  [[nodiscard]] double normalized(std::span<const double> counts) const {
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
};

using Counts = std::vector<double>;

/// Wins, losses and draws as published, in the order of their scores.
Counts games(double wins, double losses, double draws) { return {losses, draws, wins}; }

}  // namespace

// Published: the unit tests of fastchess (app/tests/sprt_test.cpp), to two decimals. More digits: the
// reference computation of the Fishtest server (LLRcalc.py, M. Van den Bergh) on the same counts.

TEST_CASE("tests on single games by normalized Elo are those of fastchess and Fishtest") {
  const auto [test, counts, published, precise] = GENERATE(table<ChessTest, Counts, double, double>({
      {{0, 2}, games(36433, 36027, 68692), 0.92, 0.923293},
      {{-1.75, 0.25}, games(10871, 10650, 20431), 2.30, 2.297500},
      {{0, 10}, games(4250, 0, 0), 120.56, 120.548268},
  }));
  const double found = test.normalized(counts);
  CHECK(found == Approx(precise).margin(1e-6).epsilon(0));
  CHECK(found == Approx(published).margin(0.006).epsilon(1e-4));
}

TEST_CASE("tests on single games by logistic Elo are those of fastchess and Fishtest") {
  CHECK(ChessTest{0.5, 2.5}.logistic(games(21404, 21184, 40708)) ==
        Approx(-1.571889).margin(1e-6).epsilon(0));
  CHECK(ChessTest{0, 2}.logistic(games(57433, 57030, 106593)) == Approx(-2.593024).margin(1e-6).epsilon(0));
}

TEST_CASE("tests on pairs of games by normalized Elo are those of fastchess and Fishtest") {
  const auto check = [](const ChessTest& test, const Counts& pairs, double precise) {
    CHECK(test.normalized(pairs) == Approx(precise).margin(1e-6).epsilon(0));
  };
  check({0, 2}, {365, 16618, 36229, 16974, 390}, 2.250368);
  check({-1.75, 0.25}, {127, 4883, 10712, 5150, 104}, 3.010154);
  check({0, 5}, {0, 0, 0, 0, 5550}, 111.797555);
  check({0.764, 3.439}, {39, 2226, 31451, 2412, 40}, 2.1629408696);
}

TEST_CASE("tests on pairs of games by logistic Elo are those of fastchess and Fishtest") {
  const auto check = [](const ChessTest& test, const Counts& pairs, double precise) {
    CHECK(test.logistic(pairs) == Approx(precise).margin(1e-6).epsilon(0));
  };
  check({0.5, 2.5}, {223, 9863, 21279, 10037, 246}, -3.074126);
  check({0, 2}, {871, 26175, 55983, 26678, 821}, -4.978673);
  check({-3, 1}, {10789, 19328, 33806, 19402, 10543}, 2.1310678118);
  check({0.2, 0.9}, {39, 2226, 31451, 2412, 40}, 2.1625425801);
}

TEST_CASE("a test of few pairs is that of a published Fishtest page") {
  // montytest.muzhen.org, test 69d3c8dc7c5b3724e29d2712: pairs, bounds of normalized Elo 0 and 4
  const Counts pairs{13, 37, 50, 25, 3};
  CHECK(ChessTest{0, 4}.normalized(pairs) == Approx(-0.54912).margin(1e-5).epsilon(0));
  std::vector<WeightedValue> scores;
  for (std::size_t i = 0; i < pairs.size(); ++i) scores.push_back({0.25 * static_cast<double>(i), pairs[i]});
  const auto at = [&](double mean) { return Tilt{mean, tilt_to(mean, scores)}; };
  CHECK(log_likelihood_ratio(scores, at(0.5), at(0.5039081994)) == Approx(-0.53772).margin(1e-5).epsilon(0));
}

TEST_CASE("four hundred points of Elo are ten to one") {
  CHECK(score_of_elo(400) == Approx(10.0 / 11));
  CHECK(score_of_elo(0) == 0.5);
  CHECK(score_of_elo(-400) == Approx(1.0 / 11));
}
