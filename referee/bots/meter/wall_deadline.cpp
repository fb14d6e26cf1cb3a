#include "bots/meter/wall_deadline.hpp"

#include <algorithm>

namespace tribunal {

using std::chrono::nanoseconds;
using namespace std::chrono_literals;

WallDeadline::WallDeadline(Clock::time_point started, nanoseconds wall)
    : first_{started + wall}, at_{first_}, wall_{wall} {}

nanoseconds WallDeadline::ordinary() const { return std::min<nanoseconds>(10ms, wall_ / 10); }

void WallDeadline::looked(Clock::time_point due, Clock::time_point now) {
  if (due <= first_ && now - due > ordinary()) held_up_ += now - due;
}

WallDeadline::Clock::time_point WallDeadline::later(nanoseconds starved) const {
  return first_ + std::min<nanoseconds>(held_up_ + starved, most_put_off * wall_);
}

bool WallDeadline::put_off(Clock::time_point now, nanoseconds starved) {
  constexpr int worth = 40;
  if (later(starved) < now + wall_ / worth) return false;
  at_ = later(starved);
  return true;
}

bool WallDeadline::covers(Clock::time_point time, nanoseconds starved) {
  at_ = std::max(at_, later(starved));
  return !has_passed(time);
}

}  // namespace tribunal
