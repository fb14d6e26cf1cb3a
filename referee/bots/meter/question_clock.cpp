#include "bots/meter/question_clock.hpp"

#include <cerrno>
#include <sched.h>
#include <string>
#include <sys/resource.h>
#include <unistd.h>
#include <utility>

#include "bots/system/process_table.hpp"

namespace tribunal {
namespace {

using namespace std::chrono_literals;
using std::chrono::microseconds;
using std::chrono::nanoseconds;

/// The number of cores on which a thread may run; thread 0 is the calling one.
int cores_allowed(pid_t thread) {
  cpu_set_t set;
  CPU_ZERO(&set);
  return ::sched_getaffinity(thread, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 0;
}

/// Whether the thread has the priority and cores with which it was launched. If a thread gave itself a low
/// priority or a single core, its waits show nothing about the machine.
bool competes_as_launched(pid_t thread) {
  errno = 0;
  const int nice = ::getpriority(PRIO_PROCESS, static_cast<id_t>(thread));
  if (errno != 0 || nice > ::getpriority(PRIO_PROCESS, 0)) return false;
  const int policy = ::sched_getscheduler(thread) & ~SCHED_RESET_ON_FORK;
  return policy == SCHED_OTHER && cores_allowed(thread) >= cores_allowed(0);
}

/// The time after which a bot's scheduling is first sampled while its question is open, and the interval
/// between samples while it waits for a processor.
microseconds part_of(microseconds wall) { return std::max(wall / 8, std::min<microseconds>(2ms, wall / 2)); }

constexpr auto between_checks = 5ms;

/// A time longer than a process needs to go to sleep after an answer.
constexpr auto going_to_sleep = 100us;

}  // namespace

WaitWatch::Threads WaitWatch::see() const {
  (void)meter_->cpu();  // updates the times of running threads
  const auto now = Clock::now();
  Threads threads;
  for (const auto& [thread, times] : meter_->thread_times()) {
    const auto stat = read_proc_file("/proc/" + std::to_string(thread) + "/stat");
    const auto entry = parse_process_entry(stat);
    if (!entry) continue;
    const bool can_run = stat[stat.rfind(')') + 2] == 'R';
    threads[thread] = {.times = times, .can_run = can_run, .queued_since = now, .started = entry->start};
  }
  return threads;
}

void WaitWatch::begin() {
  begun_ = true;
  begun_at_ = Clock::now();
  begun_tick_ = tick_now();
  first_ = last_ = see();
}

/// The times of each thread since the first sample, or since the thread began if it is newer.
std::map<pid_t, ThreadTimes> WaitWatch::since_first(const Threads& threads) const {
  std::map<pid_t, ThreadTimes> times;
  for (const auto& [thread, seen] : threads) {
    const auto before = first_.find(thread);
    if (before == first_.end() && seen.started < begun_tick_) continue;  // it was unknown at the first sample
    auto& its = times[thread] = seen.times;
    if (before == first_.end()) continue;
    its.ran -= before->second.times.ran;
    its.waited -= before->second.times.waited;
  }
  return times;
}

/// Whether a wait is in progress. The kernel adds a wait only once it is over, so a wait in progress appears
/// as samples without a change.
bool WaitWatch::waits_since_last_look(pid_t thread, Seen& seen) const {
  const auto last = last_.find(thread);
  if (last == last_.end() || !seen.can_run || !last->second.can_run) return false;
  if (last->second.times.ran != seen.times.ran) return false;
  seen.queued_since = last->second.queued_since;
  return true;
}

ProcessorShare WaitWatch::look() {
  if (!begun_) return {};
  (void)meter_->find();
  auto threads = see();
  const auto now = Clock::now();
  ProcessorShare share{.span = now - begun_at_};
  auto meanwhile = since_first(threads);
  for (auto& [thread, times] : meanwhile) {
    auto& seen = threads.at(thread);
    share.is_known = share.is_known || seen.times.turns > 0;
    share.can_run = share.can_run || seen.can_run;
    share.ran += times.ran;
    if (!waits_since_last_look(thread, seen)) continue;
    times.waited += now - seen.queued_since;
    share.got_none = true;
  }
  for (const auto& [thread, times] : meanwhile) {
    const auto by_others = times.waited - (share.ran - times.ran);
    if (by_others > share.waited && competes_as_launched(thread)) share.waited = by_others;
  }
  share.waited = std::min(share.waited, share.span);
  last_ = std::move(threads);
  return share;
}

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

void CpuStopwatch::find() {
  const bool changed = meter_->find();
  restless_ = restless_ || (settled_ && changed);
  settled_ = settled_ || !changed;
}

void CpuStopwatch::start() {
  if (!calm()) find();
  base_ = meter_->cpu();
  started_ = Clock::now();
  started_tick_ = tick_now();
}

nanoseconds CpuStopwatch::used(nanoseconds limit) {
  static const auto cores = ::sysconf(_SC_NPROCESSORS_ONLN);
  const auto possible = [this] { return (Clock::now() - started_) * cores; };
  if (!meter_->has_group() && (!calm() || possible() >= limit)) {
    find();
    base_.total += meter_->brought_from_before(started_tick_);
  }
  const auto now = meter_->cpu();
  return std::min<nanoseconds>(used_between(base_, now), possible());
}

void QuestionClock::allow(microseconds wall, std::optional<microseconds> cpu) {
  wall_ = wall;
  cpu_ = cpu;
}

void QuestionClock::start() {
  if (cpu_) stopwatch_.start();
  watch_.forget();
  share_ = {};
  started_ = turn_until_ = looked_at_ = looked_before_ = Clock::now();
  deadline_ = WallDeadline{started_, wall_};
  next_check_ = cpu_ ? std::min(deadline(), started_ + *cpu_) : started_ + part_of(wall_);
}

/// Checks the CPU time when one thread could have used all of it, and then when one could have used the rest,
/// but at least a quarter of the limit later.
bool QuestionClock::is_over() {
  const auto now = Clock::now();
  if (now < next_check_) return false;
  looked_before_ = std::exchange(looked_at_, now);
  if (!watch_.has_begun() && now < deadline_.at()) watch_.begin();
  if (!cpu_) return is_over_by_wall(now);
  if (is_past_backstop(now)) return true;
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
  if (now < deadline_.at()) {
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

/// Whether the bot gets some more time to be scheduled. A wait is certain only once the thread runs again, so
/// a runnable bot is given a moment to get a processor. This does not extend the deadline: an answer in this
/// time is in time only if the wait, which is known then, explains it.
bool QuestionClock::waits_for_its_turn(Clock::time_point now) {
  const bool first = turn_until_ == started_;
  const auto unexplained = share_.span - share_.ran - share_.waited;
  const bool may_wait = first ? unexplained > share_.span / 20 : share_.got_none;
  if (!share_.is_known || !share_.can_run || !may_wait) return false;
  if (now >= deadline_.latest()) return false;
  next_check_ = turn_until_ = now + part_of(wall_);
  return true;
}

bool QuestionClock::is_past_backstop(Clock::time_point now) {
  note_look(now);
  return deadline_.has_passed(now) && !deadline_.put_off(now, watch_.look().waited);
}

bool QuestionClock::is_late(Clock::time_point time, bool lay_there) {
  auto arrived = time > next_check_ ? looked_at_ : time;
  if (lay_there) arrived = looked_before_;
  if (!deadline_.has_passed(arrived)) return false;
  if (cpu_) return is_past_backstop(time);
  note_look(time);
  share_ = watch_.look();
  return !deadline_.covers(arrived, share_.waited);
}

microseconds QuestionClock::cpu_used() {
  if (!cpu_) return microseconds{0};
  return std::chrono::duration_cast<microseconds>(stopwatch_.used(*cpu_));
}

void Rest::begin(bool answered) {
  if (!idle_) return;
  restless_ = restless_ || !answered;
  if (restless_) {
    is_idle_ = ::pwrite(idle_.get(), "1", 1, 0) == 1;
  } else if (Clock::now() >= next_look_) {
    used_before_ = meter_->cpu().total;
  }
}

void Rest::end() {
  if (is_idle_) is_idle_ = ::pwrite(idle_.get(), "0", 1, 0) != 1;
  if (!used_before_) return;
  restless_ = meter_->cpu().total - *used_before_ > going_to_sleep;
  used_before_.reset();
  next_look_ = Clock::now() + between_checks;
}

}  // namespace tribunal
