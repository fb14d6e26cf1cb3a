#include "bots/accounting/wall_deadline.hpp"

#include <algorithm>

namespace tribunal {

using std::chrono::nanoseconds;
using namespace std::chrono_literals;

WallDeadline::WallDeadline(Clock::time_point started, nanoseconds wall)
    : first_{started + wall}, at_{first_}, wall_{wall} {}

void WallDeadline::looked(Clock::time_point due, Clock::time_point now) {
  const auto ordinary = std::min<nanoseconds>(10ms, wall_ / 10);
  if (due <= first_ && now - due > ordinary) held_up_ += now - due;
}

bool WallDeadline::put_off(Clock::time_point now, nanoseconds starved) {
  constexpr int most = 9;
  constexpr int worth = 40;
  const auto later = first_ + std::min<nanoseconds>(held_up_ + starved, most * wall_);
  if (later < now + wall_ / worth) return false;
  at_ = later;
  return true;
}

}  // namespace tribunal
