#include "ratings/sequential/sequential_test.hpp"

#include <algorithm>
#include <limits>
#include <numbers>
#include <random>
#include <stdexcept>
#include <utility>

#include "ratings/model/student.hpp"

namespace tribunal {
namespace {

bool within(double value, double low, double high) { return low < value && value < high; }

bool makes_sense(const SequentialQuestion& question) {
  return question.m0 < question.m1 && within(question.m0, question.lowest, question.highest) &&
         within(question.m1, question.lowest, question.highest) && within(question.alpha, 0, 0.5) &&
         within(question.beta, 0, 0.5) && std::isfinite(question.highest - question.lowest);
}

/// A quarter of the range, the assumed deviation before blocks show it.
double assumed_variance(const SequentialQuestion& question) {
  const double deviation = (question.highest - question.lowest) / 4;
  return deviation * deviation;
}

/// The number of blocks until a bet has grown to `needed`.
double blocks_of_growth(const MixtureBet& bet, double needed, double gain, double deviation) {
  double few = 0;
  double many = 1;
  constexpr double most = 1e12;
  const auto grown = [&](double blocks) {
    return bet.expected_log_capital(blocks, gain, deviation) >= needed;
  };
  while (!grown(many) && many < most) many *= 2;
  for (int step = 0; step < 60; ++step) {
    const double middle = (few + many) / 2;
    (grown(middle) ? many : few) = middle;
  }
  return many;
}

}  // namespace

/// The stake of the fastest growth (J. L. Kelly, A New Interpretation of Information Rate, 1956), to second
/// order, if blocks have this variance and a mean of `margins[which]` margins.
double MixtureBet::stake(std::size_t which, double variance) const {
  const double mean = margins[which] * margin_;
  const double loss = which == 0 ? greatest_loss_of_smallest : greatest_loss;
  return std::min(mean / (variance + mean * mean), loss / most_loss_);
}

void MixtureBet::add(double gain, std::optional<double> variance) {
  const double expected = variance.value_or(assumed_variance_);
  for (std::size_t which = 0; which < size; ++which)
    logs_[which] += std::log1p(stake(which, expected) * gain);
}

double MixtureBet::log_capital() const { return mixed(logs_); }

double MixtureBet::expected_log_capital(double blocks, double gain, double deviation) const {
  Logarithms logs{};
  const double low = std::max(gain - deviation, -most_loss_);
  const auto add_blocks = [&](double count, double variance) {
    for (std::size_t which = 0; which < size; ++which) {
      const double staked = stake(which, variance);
      logs[which] += count / 2 * (std::log1p(staked * (gain + deviation)) + std::log1p(staked * low));
    }
  };
  add_blocks(std::min(blocks, unknown_blocks), assumed_variance_);
  add_blocks(std::max(blocks - unknown_blocks, 0.0), deviation * deviation);
  return mixed(logs);
}

double MixtureBet::mixed(const Logarithms& logs) {
  const double greatest = *std::ranges::max_element(logs);
  double mean = 0;
  for (std::size_t which = 0; which < size; ++which) mean += shares[which] * std::exp(logs[which] - greatest);
  return greatest + std::log(mean);
}

MixtureBet bet_for(const SequentialQuestion& question) {
  return {question.margin(), question.m0 - question.lowest, assumed_variance(question)};
}

MixtureBet bet_against(const SequentialQuestion& question) {
  return {question.margin(), question.highest - question.m1, assumed_variance(question)};
}

SequentialTest::SequentialTest(const SequentialQuestion& question)
    : question_{question}, for_{bet_for(question)}, against_{bet_against(question)} {
  if (!makes_sense(question)) throw std::invalid_argument{"a sequential test with invalid parameters"};
}

void SequentialTest::add(double difference) {
  if (verdict_ != SequentialVerdict::undecided) return;
  if (std::isnan(difference) || difference < question_.lowest || difference > question_.highest)
    throw std::invalid_argument{"a block lies outside of what the rules allow"};
  std::optional<double> variance;
  if (blocks_ >= 2) variance = squares_ / static_cast<double>(blocks_);
  for_.add(difference - question_.m0, variance);
  against_.add(question_.m1 - difference, variance);
  met_.push_back({difference, variance, wider_});
  count(difference);
  decide();
}

void SequentialTest::widen(double by) {
  if (!(by >= 0) || !std::isfinite(by)) throw std::invalid_argument{"a new range that is not wider"};
  question_.lowest -= by;
  question_.highest += by;
  wider_ += by;
  for_.expect_losses_larger_by(by);
  against_.expect_losses_larger_by(by);
}

void SequentialTest::count(double difference) {
  ++blocks_;
  const double off = difference - mean_;
  mean_ += off / static_cast<double>(blocks_);
  squares_ += off * (difference - mean_);
}

void SequentialTest::decide() {
  if (better().reached()) {
    verdict_ = SequentialVerdict::better;
  } else if (not_better().reached()) {
    verdict_ = SequentialVerdict::not_better;
  } else if (blocks_ == question_.most_blocks) {
    verdict_ = SequentialVerdict::inconclusive;
  }
}

SequentialEvidence SequentialTest::better() const { return {for_.log_capital(), -std::log(question_.alpha)}; }

SequentialEvidence SequentialTest::not_better() const {
  return {against_.log_capital(), -std::log(question_.beta)};
}

std::optional<double> SequentialTest::deviation() const {
  if (blocks_ < 2) return std::nullopt;
  return std::sqrt(squares_ / static_cast<double>(blocks_ - 1));
}

std::optional<double> SequentialTest::error() const {
  if (blocks_ < fewest_deals) return std::nullopt;
  return t95(blocks_) * *deviation() / std::sqrt(static_cast<double>(blocks_));
}

double blocks_for(const SequentialQuestion& question, double deviation) {
  const double accepting =
      blocks_of_growth(bet_for(question), -std::log(question.alpha), question.margin(), deviation);
  const double rejecting =
      blocks_of_growth(bet_against(question), -std::log(question.beta), question.margin(), deviation);
  return std::max(accepting, rejecting);
}

std::optional<double> blocks_to_come(const SequentialTest& test) {
  const auto deviation = test.deviation();
  if (!deviation || test.blocks() < fewest_deals) return std::nullopt;
  const auto& question = test.question();
  // Otherwise the noise of few blocks would only shorten the forecast, because it looks like a clear mean in
  // either direction.
  const double middle = (question.m0 + question.m1) / 2;
  const double noise = *deviation * *deviation / static_cast<double>(test.blocks());
  const double margin = question.margin() * question.margin();
  const double mean = middle + margin / (margin + noise) * (test.mean() - middle);
  const bool leans_to_better = mean >= middle;
  const auto bet = leans_to_better ? bet_for(question) : bet_against(question);
  const auto evidence = leans_to_better ? test.better() : test.not_better();
  const double gain = std::max(leans_to_better ? mean - question.m0 : question.m1 - mean, question.margin());
  const double all = blocks_of_growth(bet, evidence.needed, gain, *deviation);
  return all * std::clamp(1 - evidence.now / evidence.needed, 0.0, 2.0);
}
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
