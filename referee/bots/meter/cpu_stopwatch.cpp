#include "bots/meter/cpu_stopwatch.hpp"

#include <algorithm>
#include <unistd.h>

namespace tribunal {
namespace {

using std::chrono::nanoseconds;

/// The least time between two readings of waits: they cost more than the clocks, and need less precision.
constexpr std::chrono::milliseconds between_waits{100};

}  // namespace

void CpuStopwatch::find() {
  const bool changed = meter_->find(read_process_table());
  restless_ = restless_ || (settled_ && changed);
  settled_ = settled_ || !changed;
}

void CpuStopwatch::start() {
  if (!calm()) find();
  if (Clock::now() - waits_read_ > between_waits) {
    waits_ = meter_->waits();
    waits_read_ = Clock::now();
  }
  base_ = meter_->cpu();
  started_ = Clock::now();
  started_tick_ = tick_now();
}

nanoseconds CpuStopwatch::starved() {
  find();
  nanoseconds longest{};
  for (const auto& [thread, wait] : meter_->waits()) {
    const auto before = waits_.find(thread);
    longest = std::max(longest, before == waits_.end() ? wait : wait - before->second);
  }
  return longest;
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

}  // namespace tribunal
