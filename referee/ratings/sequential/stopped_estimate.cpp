#include "ratings/sequential/stopped_estimate.hpp"

#include <algorithm>
#include <limits>
#include <numbers>
#include <random>
#include <utility>

#include "ratings/model/student.hpp"

namespace tribunal {
namespace {

constexpr std::size_t most_looks = 200;
constexpr std::size_t paths = 2000;

/// A look of the simulated tests: its time, and the sums of blocks at which they stop.
struct Look {
  double blocks = 0;
  double better = 0;
  double not_better = 0;
};

/// The least mean, between `low` and `high`, for which `reached` holds; infinite if there is none.
template <class Reached>
double least_mean(double low, double high, Reached reached) {
  if (!reached(high)) return std::numeric_limits<double>::infinity();
  for (int step = 0; step < 50; ++step) {
    const double middle = (low + high) / 2;
    (reached(middle) ? high : low) = middle;
  }
  return high;
}

/// Tests that look only after every `blocks_a_look` blocks overlook excursions between two looks. Bounds that
/// are nearer by this amount compensate for it (M. Broadie, P. Glasserman, S. Kou, A continuity correction
/// for discrete barrier options, 1997).
double overlooked(double deviation, double blocks_a_look) {
  constexpr double siegmund = 0.5826;
  return siegmund * deviation * (std::sqrt(blocks_a_look) - 1);
}

std::vector<Look> looks_of(const SequentialTest& test, double deviation) {
  const auto& question = test.question();
  const auto bet = bet_for(question);
  const auto counter_bet = bet_against(question);
  const auto blocks = static_cast<double>(test.blocks());
  const auto steps = std::min(most_looks, test.blocks());
  const double a_look = blocks / static_cast<double>(steps);
  const double nearer = overlooked(deviation, a_look);
  std::vector<Look> looks;
  for (std::size_t step = 1; step <= steps; ++step) {
    const double so_far = a_look * static_cast<double>(step);
    const double accepted = least_mean(question.m0, question.highest, [&](double mean) {
      return bet.expected_log_capital(so_far, mean - question.m0, deviation) >= test.better().needed;
    });
    const double rejected = -least_mean(-question.m1, -question.lowest, [&](double minus) {
      return counter_bet.expected_log_capital(so_far, question.m1 + minus, deviation) >=
             test.not_better().needed;
    });
    looks.push_back({so_far, accepted * so_far - nearer, rejected * so_far + nearer});
  }
  return looks;
}

/// Random walks in pairs, each the mirror image of the other: one walk after another, a sum for each look.
std::vector<double> walks_of(const std::vector<Look>& looks, double deviation) {
  std::mt19937_64 source{1978};
  const auto uniform = [&] { return (static_cast<double>(source() >> 11U) + 0.5) * 0x1p-53; };
  const double step = deviation * std::sqrt(looks.front().blocks);
  std::vector<double> walks(paths * looks.size());
  for (std::size_t path = 0; path < paths; path += 2) {
    double sum = 0;
    for (std::size_t look = 0; look < looks.size(); ++look) {
      const double radius = std::sqrt(-2 * std::log(uniform()));
      sum += step * radius * std::cos(2 * std::numbers::pi * uniform());
      walks[path * looks.size() + look] = sum;
      walks[(path + 1) * looks.size() + look] = -sum;
    }
  }
  return walks;
}

/// Tests with normal blocks, up to the look at which `test` stopped.
class SimulatedTests {
 public:
  SimulatedTests(const SequentialTest& test, double deviation)
      : test_{test}, looks_{looks_of(test, deviation)}, walks_{walks_of(looks_, deviation)} {}

  /// The share of tests with a better end than `test_`, plus half of those with an equal end, if the mean is
  /// `mean`.
  [[nodiscard]] double as_good(double mean) const {
    double count = 0;
    for (std::size_t path = 0; path < paths; ++path) count += as_good(path * looks_.size(), mean);
    return count / paths;
  }

 private:
  /// The result of the walk that begins at `first`: 1 for a better end, 1/2 for an equal, 0 for a worse one.
  [[nodiscard]] double as_good(std::size_t first, double mean) const {
    const auto last = looks_.size() - 1;
    const auto alike = [&](SequentialVerdict verdict, std::size_t look) {
      return look == last && test_.verdict() == verdict;
    };
    double sum = 0;
    for (std::size_t look = 0; look <= last; ++look) {
      sum = walks_[first + look] + mean * looks_[look].blocks;
      if (sum >= looks_[look].better) return alike(SequentialVerdict::better, look) ? 0.5 : 1;
      if (sum <= looks_[look].not_better) return alike(SequentialVerdict::not_better, look) ? 0.5 : 0;
    }
    if (test_.verdict() == SequentialVerdict::better) return 0;
    if (test_.verdict() == SequentialVerdict::not_better) return 1;
    return sum >= test_.mean() * static_cast<double>(test_.blocks()) ? 1 : 0;
  }

  const SequentialTest& test_;
  std::vector<Look> looks_;
  std::vector<double> walks_;
};

/// Whether one of the two bets, made on a mean beyond `mean`, would have decided at some block.
bool rules_out(const SequentialTest& test, SequentialVerdict side, double mean) {
  const bool is_below = side == SequentialVerdict::better;
  auto question = test.question();
  double wider = test.wider();
  question.m0 = is_below ? mean : mean - test.question().margin();
  question.m1 = is_below ? mean + test.question().margin() : mean;
  question.lowest += wider;
  question.highest -= wider;
  auto bet = is_below ? bet_for(question) : bet_against(question);
  const double needed = (is_below ? test.better() : test.not_better()).needed;
  wider = 0;
  return std::ranges::any_of(test.met(), [&](const MetBlock& block) {
    bet.expect_losses_larger_by(block.wider - wider);
    wider = block.wider;
    bet.add(is_below ? block.difference - mean : mean - block.difference, block.variance);
    return bet.log_capital() >= needed;
  });
}

/// The end of the interval on the side of `side`, between `out`, which is ruled out or beyond all values, and
/// `in`, which is not. The further the mean of a bet is towards `out`, the less it wins in each block.
double end_of(const SequentialTest& test, SequentialVerdict side, double out, double in) {
  for (int step = 0; step < 40; ++step) {
    const double middle = (out + in) / 2;
    (rules_out(test, side, middle) ? out : in) = middle;
  }
  return out;
}

}  // namespace

BetInterval bet_interval(const SequentialTest& test) {
  using enum SequentialVerdict;
  const auto& [m0, m1, lowest, highest, alpha, beta, most_blocks] = test.question();
  const bool is_better = test.verdict() == better;
  const bool is_not_better = test.verdict() == not_better;
  BetInterval interval{.level = 1 - alpha - beta};
  interval.low = end_of(test, better, is_better ? m0 : lowest, is_better ? highest : m0);
  interval.high = end_of(test, not_better, is_not_better ? m1 : highest, is_not_better ? lowest : m1);
  // If the mean did not stay the same, the bets may rule out all values.
  if (interval.low > interval.high) std::swap(interval.low, interval.high);
  return interval;
}

double stopped_estimate(const SequentialTest& test, const BetInterval& within) {
  const double deviation = test.deviation().value_or(0);
  if (test.verdict() == SequentialVerdict::undecided || test.blocks() < fewest_deals || deviation == 0)
    return std::clamp(test.mean(), within.low, within.high);
  const SimulatedTests simulated{test, deviation};
  double low = within.low;
  double high = within.high;
  for (int step = 0; step < 40; ++step) {
    const double middle = (low + high) / 2;
    (simulated.as_good(middle) < 0.5 ? low : high) = middle;
  }
  return (low + high) / 2;
}

}  // namespace tribunal
