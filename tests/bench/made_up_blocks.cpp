#include "made_up_blocks.hpp"

#include <cmath>

namespace tribunal {

MadeUpBlocks MadeUpBlocks::symmetric() {
  std::vector<Value> values;
  for (int difference = -12; difference <= 12; ++difference)
    values.push_back({static_cast<double>(difference), std::exp(-difference * difference / 32.0)});
  return MadeUpBlocks{std::move(values)};
}

MadeUpBlocks MadeUpBlocks::skewed() {
  std::vector<Value> values;
  for (int gain = -2; gain <= 4; ++gain) values.push_back({static_cast<double>(gain), 0.9 / 7});
  for (int loss = 6; loss <= 12; ++loss) values.push_back({static_cast<double>(-loss), 0.1 / 7});
  return MadeUpBlocks{std::move(values)};
}

MadeUpBlocks MadeUpBlocks::catastrophic() {
  std::vector<Value> values{{-49, 0.02}};
  for (int gain = -1; gain <= 3; ++gain) values.push_back({static_cast<double>(gain), 0.98 / 5});
  return MadeUpBlocks{std::move(values)};
}

MadeUpBlocks MadeUpBlocks::with_mean(double mean) const {
  auto tilted = values_;
  double low = -2;
  double high = 2;
  for (int step = 0; step < 100; ++step) {
    const double tilt = (low + high) / 2;
    double total = 0;
    double sum = 0;
    for (std::size_t i = 0; i < values_.size(); ++i) {
      tilted[i].chance = values_[i].chance * std::exp(tilt * values_[i].difference);
      total += tilted[i].chance;
      sum += tilted[i].chance * tilted[i].difference;
    }
    for (auto& value : tilted) value.chance /= total;
    (sum / total < mean ? low : high) = tilt;
  }
  return MadeUpBlocks{std::move(tilted)};
}

MadeUpBlocks MadeUpBlocks::mirrored() const {
  auto values = values_;
  for (auto& value : values) value.difference = -value.difference;
  return MadeUpBlocks{std::move(values)};
}

double MadeUpBlocks::deviation() const {
  double mean = 0;
  double squares = 0;
  for (const auto& [difference, chance] : values_) {
    mean += chance * difference;
    squares += chance * difference * difference;
  }
  return std::sqrt(squares - mean * mean);
}

double MadeUpBlocks::draw(std::mt19937_64& source) const {
  double left = static_cast<double>(source() >> 11U) * 0x1p-53;
  for (const auto& [difference, chance] : values_) {
    if (left < chance) return difference;
    left -= chance;
  }
  return values_.back().difference;
}

}  // namespace tribunal
