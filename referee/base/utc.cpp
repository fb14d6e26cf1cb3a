#include "base/utc.hpp"

#include <array>
#include <ctime>

namespace tribunal {

std::string utc_text(std::chrono::system_clock::time_point time) {
  const auto seconds = std::chrono::system_clock::to_time_t(time);
  std::tm parts{};
  ::gmtime_r(&seconds, &parts);
  std::array<char, 32> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%S", &parts);
  return text.data();
}

std::optional<std::int64_t> utc_seconds(std::string_view text) {
  constexpr std::string_view form = "0000-00-00T00:00:00Z";
  if (text.size() != form.size()) return std::nullopt;
  std::array<int, 6> numbers{};
  std::size_t number = 0;
  for (std::size_t at = 0; at < form.size(); ++at) {
    const bool is_digit = text[at] >= '0' && text[at] <= '9';
    if (is_digit != (form[at] == '0') || (!is_digit && text[at] != form[at])) return std::nullopt;
    if (is_digit) numbers.at(number) = 10 * numbers.at(number) + (text[at] - '0');
    if (!is_digit) ++number;
  }
  const auto& [year, month, day, hour, minute, second] = numbers;
  const std::chrono::year_month_day date{std::chrono::year{year},
                                         std::chrono::month{static_cast<unsigned>(month)},
                                         std::chrono::day{static_cast<unsigned>(day)}};
  if (!date.ok() || hour > 23 || minute > 59 || second > 60) return std::nullopt;
  const std::chrono::seconds days = std::chrono::sys_days{date}.time_since_epoch();
  return days.count() + 3600 * std::int64_t{hour} + 60 * std::int64_t{minute} + second;
}

}  // namespace tribunal
