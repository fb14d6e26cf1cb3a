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

MadeUpBlocks MadeUpBlocks::catastrophic(double share) {
  std::vector<Value> values{{-49, share}};
  for (int gain = -1; gain <= 3; ++gain) values.push_back({static_cast<double>(gain), (1 - share) / 5});
  return MadeUpBlocks{std::move(values)};
}

MadeUpBlocks MadeUpBlocks::mostly_equal() { return seen(-4, 1, {15, 15, 15, 15, 680, 15, 15, 15, 15}); }

MadeUpBlocks MadeUpBlocks::revolution() {
  return seen(-13, 1, {1,   0,   4,   1,   2,   9,   26, 46, 70, 110, 192, 249, 314, 542, 426, 392,
                       389, 372, 249, 224, 134, 119, 63, 38, 15, 7,   5,   0,   0,   0,   0,   1});
}

MadeUpBlocks MadeUpBlocks::revolution_by_places() {
  return seen(0, 1.0 / 6, {22, 174, 525, 1074, 1157, 785, 263});
}

MadeUpBlocks MadeUpBlocks::hoarder() {
  return seen(-10, 1, {2,   13,  12,  32,  69, 117, 189, 314, 380, 499, 540, 483,
                       387, 330, 229, 164, 91, 69,  44,  17,  10,  5,   4});
}

MadeUpBlocks MadeUpBlocks::revolution_with_luck() {
  return seen(-6.5, 0.5, {1,  1,  3,  2, 5,  4, 7,  7, 17, 6, 27, 13, 33, 30, 41, 18, 33, 15,
                          23, 16, 25, 4, 21, 3, 12, 4, 8,  2, 5,  1,  1,  0,  0,  1,  1});
}

MadeUpBlocks MadeUpBlocks::revolution_without_luck() {
  return seen(-6, 0.5, {1,  0,  0,  0,  3,  6,  2, 10, 13, 20, 26, 30, 51, 32, 31, 25,
                        30, 16, 27, 16, 12, 11, 6, 7,  3,  3,  4,  3,  0,  1,  1});
}

MadeUpBlocks MadeUpBlocks::mitch_with_luck() {
  return seen(-5.5, 0.5, {1,  0,  0,  1, 1,  1, 1, 5, 8, 8, 24, 22, 38, 22, 44, 15,
                          20, 10, 20, 7, 24, 5, 8, 4, 6, 0, 3,  0,  1,  0,  0,  1});
}

MadeUpBlocks MadeUpBlocks::mitch_without_luck() {
  return seen(-3.5, 0.5, {1, 0, 0, 3, 6, 6, 19, 21, 33, 36, 40, 25, 24, 31, 11, 12, 11, 7, 6, 3, 1, 2, 0, 2});
}

MadeUpBlocks MadeUpBlocks::seen(double first, double step, const std::vector<int>& counts) {
  double total = 0;
  for (const int count : counts) total += count;
  std::vector<Value> values;
  for (std::size_t i = 0; i < counts.size(); ++i)
    values.push_back({first + step * static_cast<double>(i), counts[i] / total});
  return MadeUpBlocks{std::move(values)};
}

MadeUpBlocks MadeUpBlocks::with_mean(double mean) const {
  auto tilted = values_;
  double low = -5;
  double high = 5;
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
