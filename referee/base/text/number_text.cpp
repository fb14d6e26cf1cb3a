#include "base/text/number_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace tribunal {

std::string fixed(double number, int decimals) {
  std::array<char, 400> buffer{};
  const auto end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), number, std::chars_format::fixed, decimals)
          .ptr;
  std::string text{buffer.data(), end};
  if (text.starts_with('-') && std::ranges::none_of(text, [](char c) { return c >= '1' && c <= '9'; }))
    text.erase(0, 1);
  return text;
}

std::string about(double number) {
  if (number >= 1e9) return "a billion";
  double unit = 1;
  while (number / unit >= 100) unit *= 10;
  return fixed(std::ceil(number / unit) * unit, 0);
}

double rounded(double number, int decimals) {
  const double steps = std::pow(10, decimals);
  return std::round(number * steps) / steps + 0.0;  // + 0.0: no minus zero
}

std::string short_time(std::int64_t us) {
  if (us < 1'000) return std::to_string(us) + "us";
  if (us < 9'950) return fixed(static_cast<double>(us) / 1e3, 1) + "ms";
  if (us < 999'500) return fixed(static_cast<double>(us) / 1e3, 0) + "ms";
  if (us < 9'950'000) return fixed(static_cast<double>(us) / 1e6, 1) + "s";
  return fixed(static_cast<double>(us) / 1e6, 0) + "s";
}

}  // namespace tribunal
