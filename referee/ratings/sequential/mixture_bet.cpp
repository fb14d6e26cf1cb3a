#include "ratings/sequential/mixture_bet.hpp"

#include <algorithm>
#include <cmath>

namespace tribunal {

/// The stake of the fastest growth where blocks have this variance and a mean of so many margins (J. L.
/// Kelly, A New Interpretation of Information Rate, 1956), to second order.
double MixtureBet::stake(std::size_t which, double variance) const {
  const double mean = margins[which] * margin_;
  return std::min(mean / (variance + mean * mean), greatest_loss / most_loss_);
}

void MixtureBet::add(double gain, double variance) {
  for (std::size_t which = 0; which < size; ++which)
    logs_[which] += std::log1p(stake(which, variance) * gain);
}

double MixtureBet::log_capital() const { return mixed(logs_); }

double MixtureBet::expected_log_capital(double blocks, double gain, double deviation) const {
  Logarithms logs{};
  const double low = std::max(gain - deviation, -most_loss_);
  for (std::size_t which = 0; which < size; ++which) {
    const double staked = stake(which, deviation * deviation);
    logs[which] = blocks / 2 * (std::log1p(staked * (gain + deviation)) + std::log1p(staked * low));
  }
  return mixed(logs);
}

double MixtureBet::mixed(const Logarithms& logs) {
  const double greatest = *std::ranges::max_element(logs);
  double mean = 0;
  for (std::size_t which = 0; which < size; ++which) mean += shares[which] * std::exp(logs[which] - greatest);
  return greatest + std::log(mean);
}

}  // namespace tribunal
