#include "bots/question_clock.hpp"

#include <algorithm>

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
  own_delay_ = {};
  deadline_ = started_ + wall_;
  next_check_ = cpu_ ? std::min(deadline_, started_ + *cpu_) : deadline_;
}

/// CPU time is looked at when one thread could have used it all up; then when it could have used up the rest.
bool QuestionClock::is_over() {
  const auto now = Clock::now();
  if (now < next_check_) return false;
  if (!cpu_ || is_late(now)) return true;
  const auto left = *cpu_ - stopwatch_.used(*cpu_);
  if (left < nanoseconds{0}) return true;
  next_check_ = std::min(deadline_, now + std::max<nanoseconds>(left, *cpu_ / 4));
  return false;
}

bool QuestionClock::is_late(Clock::time_point time) {
  if (cpu_) note_own_delay(time);
  if (cpu_ && time > deadline_) put_off(own_delay_ + stopwatch_.starved());
  return time > deadline_;
}

/// A check is overdue: what held us up most likely held up the bot as well.
void QuestionClock::note_own_delay(Clock::time_point now) {
  if (now <= next_check_) return;
  own_delay_ += now - next_check_;
  next_check_ = now;
  put_off(own_delay_);
}

void QuestionClock::put_off(nanoseconds time) {
  constexpr int most = 10;
  deadline_ = std::max(deadline_, started_ + std::min<nanoseconds>(wall_ + time, most * wall_));
}

microseconds QuestionClock::cpu_used() {
  if (!cpu_) return microseconds{0};
  return std::chrono::duration_cast<microseconds>(stopwatch_.used(*cpu_));
}

}  // namespace tribunal
