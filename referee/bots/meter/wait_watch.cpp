#include "bots/meter/wait_watch.hpp"

#include <algorithm>
#include <cerrno>
#include <sched.h>
#include <string>
#include <sys/resource.h>

#include "bots/system/process_table.hpp"

namespace tribunal {
namespace {

using std::chrono::nanoseconds;

/// The number of cores on which a thread may run; thread 0 is the calling one.
int cores_allowed(pid_t thread) {
  cpu_set_t set;
  CPU_ZERO(&set);
  return ::sched_getaffinity(thread, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 0;
}

/// Whether the thread has the priority and cores with which it was launched. A thread that gave itself a low
/// priority or a single core may wait long, which says nothing about the machine.
bool competes_as_launched(pid_t thread) {
  errno = 0;
  const int nice = ::getpriority(PRIO_PROCESS, static_cast<id_t>(thread));
  if (errno != 0 || nice > ::getpriority(PRIO_PROCESS, 0)) return false;
  const int policy = ::sched_getscheduler(thread) & ~SCHED_RESET_ON_FORK;
  return policy == SCHED_OTHER && cores_allowed(thread) >= cores_allowed(0);
}

}  // namespace

WaitWatch::Threads WaitWatch::see() const {
  (void)meter_->cpu();  // brings the times of running threads up to date
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

/// The times of each thread since the first sample, or since it began if it is newer.
std::map<pid_t, ThreadTimes> WaitWatch::since_first(const Threads& threads) const {
  std::map<pid_t, ThreadTimes> times;
  for (const auto& [thread, seen] : threads) {
    const auto before = first_.find(thread);
    if (before == first_.end() && seen.started < begun_tick_)
      continue;  // it was not known at the first
                 // sample
    auto& its = times[thread] = seen.times;
    if (before == first_.end()) continue;
    its.ran -= before->second.times.ran;
    its.waited -= before->second.times.waited;
  }
  return times;
}

/// Whether a wait is in progress. The kernel adds a wait only once it is over, so one in progress shows as
/// samples without a change between them.
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

}  // namespace tribunal
