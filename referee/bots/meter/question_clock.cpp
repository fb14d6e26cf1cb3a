#include "bots/meter/question_clock.hpp"

#include <algorithm>
#include <utility>

namespace tribunal {
namespace {

using namespace std::chrono_literals;
using std::chrono::microseconds;
using std::chrono::nanoseconds;

/// The time after which the scheduling of a bot is first sampled while its question is open, and the interval
/// between two samples of a bot that waits for a processor.
microseconds part_of(microseconds wall) { return std::max(wall / 8, std::min<microseconds>(2ms, wall / 2)); }

}  // namespace

void QuestionClock::allow(microseconds wall, std::optional<microseconds> cpu) {
  wall_ = wall;
  cpu_ = cpu;
}

void QuestionClock::start() {
  if (cpu_) stopwatch_.start();
  watch_.forget();
  share_ = {};
  started_ = turn_until_ = looked_at_ = Clock::now();
  deadline_ = WallDeadline{started_, wall_};
  next_check_ = cpu_ ? std::min(deadline(), started_ + *cpu_) : started_ + part_of(wall_);
}

/// Checks CPU time when one thread could have used all of it; then when it could have used the rest, at least
/// a quarter of the limit later.
bool QuestionClock::is_over() {
  const auto now = Clock::now();
  if (now < next_check_) return false;
  if (!cpu_) return is_over_by_wall(now);
  if (is_late(now)) return true;
  const auto left = *cpu_ - stopwatch_.used(*cpu_);
  if (left < nanoseconds{0}) return true;
  next_check_ = std::min(deadline(), now + std::max<nanoseconds>(left, *cpu_ / 4));
  return false;
}

void QuestionClock::note_look(Clock::time_point now) {
  if (now > next_check_) deadline_.looked(std::exchange(next_check_, now), now);
}

bool QuestionClock::is_over_by_wall(Clock::time_point now) {
  note_look(now);
  looked_at_ = now;
  if (now < deadline_.at()) {
    if (!watch_.has_begun()) watch_.begin();
    next_check_ = deadline_.at();
    return false;
  }
  share_ = watch_.look();
  if (deadline_.put_off(now, share_.waited)) {
    if (!watch_.has_begun()) watch_.begin();
    next_check_ = deadline_.at();
    return false;
  }
  return !waits_for_its_turn(now);
}

/// A wait is known for certain only once the thread runs again, so a runnable bot is given a moment to get a
/// processor. This extends no deadline: an answer that comes meanwhile is in time only if the wait, then
/// known, explains it.
bool QuestionClock::waits_for_its_turn(Clock::time_point now) {
  const bool first = turn_until_ == started_;
  const auto unexplained = share_.span - share_.ran - share_.waited;
  const bool may_wait = first ? unexplained > share_.span / 20 : share_.got_none;
  if (!share_.is_known || !share_.can_run || !may_wait) return false;
  if (now >= deadline_.latest()) return false;
  next_check_ = turn_until_ = now + part_of(wall_);
  return true;
}

bool QuestionClock::is_late(Clock::time_point time) {
  if (cpu_) {
    note_look(time);
    return deadline_.has_passed(time) && !deadline_.put_off(time, stopwatch_.starved());
  }
  // If this program was held up, the answer may have come at any time since its last check.
  const auto arrived = time - next_check_ > deadline_.ordinary() ? looked_at_ : time;
  if (!deadline_.has_passed(arrived)) return false;
  note_look(time);
  share_ = watch_.look();
  return !deadline_.covers(arrived, share_.waited);
}

microseconds QuestionClock::cpu_used() {
  if (!cpu_) return microseconds{0};
  return std::chrono::duration_cast<microseconds>(stopwatch_.used(*cpu_));
}

}  // namespace tribunal
