#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <utility>
#include <vector>

#include "bots/sandbox/cgroup.hpp"
#include "bots/system/process_table.hpp"

namespace tribunal {

/// The user and system CPU time of a bot's processes since its launch.
struct CpuTime {
  std::chrono::nanoseconds total{};
  /// The part of it that is from processes that ended unobserved, and was passed to the processes that waited
  /// for them.
  std::chrono::nanoseconds rough{};
};

/// The error bound of `rough`: a tick each of user and of system time.
inline constexpr std::chrono::milliseconds rough_by{20};

/// The time used from `before` to `now`. It is a lower bound unless it is exact to the nanosecond.
[[nodiscard]] std::chrono::nanoseconds used_between(const CpuTime& before, const CpuTime& now);

/// The memory of a process that counts against its limit: anonymous, shared and swapped pages. Pages of files
/// do not count, because the system can drop them. Pages shared with the parent after a fork count in both.
struct ProcessMemory {
  std::int64_t now_kib = 0;
  std::int64_t peak_kib = 0;  ///< peak as recorded by the kernel
};

/// The resources that a bot's processes use.
struct Usage {
  CpuTime cpu;
  std::int64_t memory_kib = 0;
  std::int64_t peak_kib = 0;  ///< largest observed value; at least the peak of each live process
  int processes = 0;          ///< number of live processes
  /// Sums over all threads. Threads that ended between two samples are missing.
  std::int64_t voluntary_switches = 0;
  std::int64_t involuntary_switches = 0;
};

/// A thread's scheduling times since its start.
struct ThreadTimes {
  std::chrono::nanoseconds ran{};
  std::chrono::nanoseconds waited{};  ///< time in which it was runnable and waited for a processor
  std::uint64_t turns = 0;            ///< number of its time slices
};

/// Measures a bot from the process that was launched: that process, all its descendants (in any PID
/// namespace, and of any user), and processes of its group or mark that lost their parents and became
/// children of this program. It belongs to one thread. It costs nothing unless it is called.
///
/// A process counts from when it is first found, with everything that it has used by then. If a process
/// starts and ends between two samples, its time is known from the parent that waited for it. If no parent
/// waited for it, it is missed.
///
/// If the bot has a control group, the group counts the CPU time of all processes that ever ran in it,
/// exactly.
class UsageMeter {
 public:
  /// `group_time`: `CgroupControls::cpu_time`; empty if there is no such group.
  explicit UsageMeter(pid_t launched, Descriptor group_time = {});

  /// Whether a control group counts the CPU time.
  [[nodiscard]] bool has_group() const { return static_cast<bool>(group_time_); }
  /// The CPU time so far of the bot's group or, without one, of the processes that were found last. It takes
  /// one system call for each.
  [[nodiscard]] CpuTime cpu();
  /// Finds the processes again. Returns whether any appeared, ended, or was waited for since the last call.
  bool find() { return find(table_.read()); }
  /// The CPU time used so far by processes that the last `find` found for the first time but that started
  /// before `tick` (of `ProcessEntry::start`).
  [[nodiscard]] std::chrono::nanoseconds brought_from_before(std::uint64_t tick) const;
  /// The scheduling times of the threads of the processes that were found last. They are 0 if the kernel does
  /// not record them. For a running thread they are current if `cpu` was called just before. Reads a file per
  /// thread.
  [[nodiscard]] std::map<pid_t, ThreadTimes> thread_times() const;
  /// The current usage of the processes that were found last. Reads a file per process, and one per thread if
  /// there are several.
  [[nodiscard]] Usage look_at_known();
  /// The current usage. Also reads the process table.
  [[nodiscard]] Usage look();

 private:
  bool find(const std::vector<ProcessEntry>& table);

  struct Process {
    ProcessEntry entry;
    clockid_t clock{};
    std::chrono::nanoseconds cpu{};
    std::chrono::nanoseconds brought{};  ///< time used when it was first found, if that was in the last
                                         ///< `find`
    std::chrono::nanoseconds looked{};   ///< time used at the last `look_at_known`
    bool rests = false;                  ///< whether it had used nothing since the sample before, like a
                                         ///< wrapper
    std::int64_t voluntary_switches = 0;
    std::int64_t involuntary_switches = 0;
  };

  void read_clocks();
  void note_who_rests();
  [[nodiscard]] bool is_known(const ProcessEntry& entry) const;
  [[nodiscard]] bool is_adopted(const ProcessEntry& entry) const;
  void bury(const std::vector<Process>& ended, const std::vector<Process>& before);

  pid_t launched_;
  Descriptor group_time_;
  std::string mark_;
  YoungerProcesses table_;
  std::vector<Process> processes_;     ///< processes at the last sample
  std::chrono::nanoseconds ended_{};   ///< time used by ended processes when they were last observed
  std::chrono::nanoseconds left_{};    ///< time passed on by ended processes that no process waited for
  std::chrono::nanoseconds waited_{};  ///< time passed on to live processes
  std::int64_t peak_kib_ = 0;
  std::int64_t ended_voluntary_ = 0;
  std::int64_t ended_involuntary_ = 0;
};

/// Reads the text of /proc/PID/status.
[[nodiscard]] ProcessMemory parse_memory(std::string_view status);

/// Samples the usage of a bot's processes at a negligible cost. The CPU time of known processes is read each
/// time, with a system call per process. Their memory and switches are read at most every 100 ms. The process
/// table is read so rarely that it takes at most a five-hundredth of the time.
class UsageSampler {
 public:
  UsageSampler(pid_t launched, Descriptor group_time) : meter_{launched, std::move(group_time)} {}

  void sample();
  /// Takes the last sample, before the processes end.
  void sample_the_known() { latest_ = meter_.look_at_known(); }
  [[nodiscard]] const Usage& latest() const { return latest_; }
  [[nodiscard]] UsageMeter& meter() { return meter_; }

 private:
  using Clock = std::chrono::steady_clock;

  UsageMeter meter_;
  Usage latest_;
  Clock::time_point next_look_;
  Clock::time_point next_find_;
};

/// The CPU time that a sandbox may use to start a bot without charging the bot.
inline constexpr std::chrono::milliseconds most_wrapper_time{100};

/// The CPU time so far of bwrap's own processes around the bot that was launched as `pid`: that process and
/// those below it whose program is named bwrap. A bot could use that name too, so the result is at most
/// `most_wrapper_time`.
[[nodiscard]] std::chrono::nanoseconds wrapper_time(pid_t pid);

}  // namespace tribunal
