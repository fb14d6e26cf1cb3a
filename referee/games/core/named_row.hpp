#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace tribunal {

/// Makes rows of `width` numbers of a list of values: each is the first of its row, and the others are 0.
inline void spread_to_rows(std::vector<float>& values, std::size_t width) {
  const auto rows = values.size();
  values.resize(rows * width, 0);
  for (std::size_t row = rows; row-- > 1;) {
    values[row * width] = values[row];
    if (row % width != 0) values[row] = 0;  // otherwise an earlier row's value is written here
  }
}

/// A number for each entry of a table, by the entry's name: `row["rank"]`. A name that is not in the table
/// does not compile.
template <typename Number, const auto& table, auto name_of = std::identity{}>
class NamedRow {
  struct Place {
    std::size_t at;
    consteval Place(const char* name)
        : at{static_cast<std::size_t>(std::ranges::find(table, std::string_view{name}, name_of) -
                                      table.begin())} {
      if (at == table.size()) throw name;
    }
  };

 public:
  explicit NamedRow(std::span<Number> numbers) : numbers_{numbers} {}
  Number& operator[](Place place) const { return numbers_[place.at]; }

 private:
  std::span<Number> numbers_;
};

/// The row of features of an action with this number, in consecutive rows.
template <const auto& names>
class FeatureRow : public NamedRow<float, names> {
 public:
  FeatureRow(std::span<float> rows, std::size_t number)
      : NamedRow<float, names>{rows.subspan(number * names.size(), names.size())} {}
};

}  // namespace tribunal
