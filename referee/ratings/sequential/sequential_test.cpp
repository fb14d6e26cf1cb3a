#include "ratings/sequential/sequential_test.hpp"

#include <algorithm>
#include <stdexcept>

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
  // Otherwise the noise of few blocks would only shorten the forecast, because it looks like a clear mean.
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

}  // namespace tribunal
