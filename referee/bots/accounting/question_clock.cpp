#include "bots/accounting/question_clock.hpp"

#include <algorithm>
#include <utility>

namespace tribunal {

using std::chrono::microseconds;
using std::chrono::nanoseconds;

void QuestionClock::allow(microseconds wall, std::optional<microseconds> cpu) {
  wall_ = wall;
  cpu_ = cpu;
}

void QuestionClock::start() {
  if (cpu_) stopwatch_.start();
  started_ = Clock::now();
  deadline_ = WallDeadline{started_, wall_};
  next_check_ = cpu_ ? std::min(deadline(), started_ + *cpu_) : deadline();
}

/// CPU time is looked at when one thread could have used it all up; then when it could have used up the rest.
bool QuestionClock::is_over() {
  const auto now = Clock::now();
  if (now < next_check_) return false;
  if (!cpu_ || is_late(now)) return true;
  const auto left = *cpu_ - stopwatch_.used(*cpu_);
  if (left < nanoseconds{0}) return true;
  next_check_ = std::min(deadline(), now + std::max<nanoseconds>(left, *cpu_ / 4));
  return false;
}

bool QuestionClock::is_late(Clock::time_point time) {
  if (cpu_ && time > next_check_) deadline_.looked(std::exchange(next_check_, time), time);
  if (!deadline_.has_passed(time)) return false;
  return !cpu_ || !deadline_.put_off(time, stopwatch_.starved());
}

microseconds QuestionClock::cpu_used() {
  if (!cpu_) return microseconds{0};
  return std::chrono::duration_cast<microseconds>(stopwatch_.used(*cpu_));
}

}  // namespace tribunal
