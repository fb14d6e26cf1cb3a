#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace tribunal {

/// Makes rows of `width` numbers from a list of values: each value is the first of its row, and the others
/// are 0.
inline void spread_to_rows(std::vector<float>& values, std::size_t width) {
  const auto rows = values.size();
  values.resize(rows * width, 0);
  for (std::size_t row = rows; row-- > 1;) {
    values[row * width] = values[row];
    if (row % width != 0) values[row] = 0;  // because the value of an earlier row may be here
  }
}

/// A row of numbers, indexed by an enumeration of features.
template <typename Feature>
class FeatureRow {
 public:
  FeatureRow(std::vector<float>& rows, std::size_t row, std::size_t width)
      : numbers_{std::span{rows}.subspan(row * width, width)} {}
  float& operator[](Feature feature) { return numbers_[static_cast<std::size_t>(feature)]; }

 private:
  std::span<float> numbers_;
};

}  // namespace tribunal
