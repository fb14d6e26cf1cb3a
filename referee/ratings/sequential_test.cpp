#include "ratings/sequential_test.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "ratings/plackett_luce.hpp"

namespace tribunal {
namespace {

/// Before so many blocks the likelihood ratio says too little about the shape of their distribution.
constexpr std::size_t fewest_blocks = 10;
/// Of the chances of error, what the bets have where the ratio decides too.
constexpr double share_of_bets = 0.2;
constexpr double least_stake = 0.004;
constexpr double greatest_stake = 0.9;

bool within(double value, double low, double high) { return low < value && value < high; }

bool makes_sense(const SequentialQuestion& question) {
  return question.m0 < question.m1 && within(question.m0, question.lowest, question.highest) &&
         within(question.m1, question.lowest, question.highest) && within(question.alpha, 0, 0.5) &&
         within(question.beta, 0, 0.5) && std::isfinite(question.highest - question.lowest);
}

}  // namespace

SequentialTest::SequentialTest(const SequentialQuestion& question)
    : question_{question},
      null_{question.m0},
      alternative_{question.m1},
      values_{{question.lowest, weight_of_unseen}, {question.highest, weight_of_unseen}} {
  if (!makes_sense(question)) throw std::invalid_argument{"a sequential test that makes no sense"};
  better_.needed = std::log((1 - question.beta) / question.alpha);
  not_better_.needed = std::log((1 - question.alpha) / question.beta);
  const double share = question.rigorous ? 1 : share_of_bets;
  bets_for_.needed = -std::log(share * question.alpha);
  bets_against_.needed = -std::log(share * question.beta);
}

void SequentialTest::add(double difference) {
  if (verdict_ != SequentialVerdict::undecided) return;
  weigh_bets(difference);
  count(difference);
  if (!question_.rigorous) weigh_likelihoods();
  decide();
}

void SequentialTest::count(double difference) {
  ++blocks_;
  const double off = difference - mean_;
  mean_ += off / static_cast<double>(blocks_);
  squares_ += off * (difference - mean_);

  const auto place = std::ranges::lower_bound(values_, difference, {}, &WeightedValue::value);
  if (place == values_.end() || place->value != difference) {
    values_.insert(place, {difference, 1});
  } else {
    place->weight = place->weight < 1 ? 1 : place->weight + 1;
  }
}

void SequentialTest::weigh_likelihoods() {
  for (auto* const tilt : {&null_, &alternative_}) tilt->theta = tilt_to(tilt->mean, values_, tilt->theta);
  better_.now = log_likelihood_ratio(values_, null_, alternative_);
  not_better_.now = -better_.now;
}

/// If the mean is at most m0, no bet on more has a gain on average; nor has one on less if it is at least m1.
/// Each side's stake is as large as its greatest possible loss.
void SequentialTest::weigh_bets(double difference) {
  const auto& [m0, m1, lowest, highest, alpha, beta, rigorous, most_blocks] = question_;
  if (difference < lowest || difference > highest) {
    if (rigorous) throw std::invalid_argument{"a block lies outside of what the rules allow"};
    range_holds_ = false;
    bets_for_.stop();
    bets_against_.stop();
  }
  if (!range_holds_) return;
  bets_for_.add((difference - m0) / (m0 - lowest));
  bets_against_.add((m1 - difference) / (highest - m1));
}

void SequentialTest::decide() {
  const bool by_ratio = !question_.rigorous;
  if (!by_ratio || blocks_ >= fewest_blocks) {
    if ((by_ratio && better_.reached()) || bets_better().reached()) {
      verdict_ = SequentialVerdict::better;
    } else if ((by_ratio && not_better_.reached()) || bets_not_better().reached()) {
      verdict_ = SequentialVerdict::not_better;
    }
  }
  if (verdict_ == SequentialVerdict::undecided && blocks_ == question_.most_blocks)
    verdict_ = SequentialVerdict::inconclusive;
}

std::optional<double> SequentialTest::error() const {
  if (blocks_ < fewest_deals) return std::nullopt;
  const auto count = static_cast<double>(blocks_);
  return t95(static_cast<std::size_t>(blocks_)) * std::sqrt(squares_ / (count - 1) / count);
}

void SequentialTest::Bets::add(double gain) {
  const double ratio = std::pow(greatest_stake / least_stake, 1.0 / (size - 1));
  double stake = least_stake;
  for (auto& log_wealth : log_wealths_) {
    log_wealth += std::log1p(stake * gain);
    stake *= ratio;
  }
}

double SequentialTest::Bets::log_wealth() const {
  const double greatest = *std::ranges::max_element(log_wealths_);
  double mean = 0;
  for (const double log_wealth : log_wealths_) mean += std::exp(log_wealth - greatest) / size;
  return greatest + std::log(mean);
}

}  // namespace tribunal
