#include "ratings/sequential/mixture_bet.hpp"

#include <algorithm>
#include <cmath>

namespace tribunal {

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

}  // namespace tribunal
