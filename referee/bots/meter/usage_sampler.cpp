#include "bots/meter/usage_sampler.hpp"

namespace tribunal {

void UsageSampler::sample() {
  constexpr std::chrono::milliseconds between_looks{100};
  constexpr int share_of_finding = 500;
  const auto now = Clock::now();
  if (now >= next_find_) {
    (void)meter_.find(read_process_table());
    const auto found = Clock::now();
    next_find_ = found + share_of_finding * (found - now);
  }
  if (now >= next_look_) {
    latest_ = meter_.look_at_known();
    next_look_ = now + between_looks;
  } else {
    latest_.cpu = meter_.cpu();
  }
}

}  // namespace tribunal
