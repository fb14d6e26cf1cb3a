#include "check/examination.hpp"

#include <algorithm>
#include <bit>

namespace tribunal {

Latency latency_of(std::vector<std::int64_t> times_us) {
  if (times_us.empty()) return {};
  std::ranges::sort(times_us);
  const auto at = [&](std::size_t percent) {
    const auto rank = (percent * times_us.size() + 99) / 100;
    return times_us[std::max<std::size_t>(rank, 1) - 1];
  };
  Latency latency{times_us.size(), at(50), at(90), at(99), times_us.back()};
  for (const auto us : times_us) {
    const auto bits = static_cast<std::size_t>(std::bit_width(static_cast<std::uint64_t>(us)));
    ++latency.by_power.at(std::min(std::max<std::size_t>(bits, 1), latency.by_power.size()) - 1);
  }
  return latency;
}

std::string Examination::headline() const { return hint.empty() ? message : message + "; " + hint; }

void Consumption::add(const Consumption& other) {
  error_bytes += other.error_bytes;
  peak_kib = std::max(peak_kib, other.peak_kib);
  cpu += other.cpu;
}

std::size_t CheckReport::count(Finding finding) const {
  return static_cast<std::size_t>(std::ranges::count(examinations, finding, &Examination::finding));
}

CheckVerdict CheckReport::verdict() const {
  if (interrupted) return CheckVerdict::interrupted;
  if (count(Finding::failed) > 0) return CheckVerdict::failed;
  if (count(Finding::error) > 0) return CheckVerdict::error;
  return unplayed > 0 ? CheckVerdict::unfinished : CheckVerdict::sound;
}

}  // namespace tribunal
