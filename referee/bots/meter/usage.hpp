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

/// CPU time, user and system, of a bot's processes since its launch.
struct CpuTime {
  std::chrono::nanoseconds total{};
  /// The part of it that ended processes left to the processes that waited for them, without having been seen
  /// alive.
  std::chrono::nanoseconds rough{};
};

/// The error bound of `rough`: a tick each of user and of system time.
inline constexpr std::chrono::milliseconds rough_by{20};

/// The time used from `before` to `now`; a lower bound if it is not known to the nanosecond.
[[nodiscard]] std::chrono::nanoseconds used_between(const CpuTime& before, const CpuTime& now);

/// Memory of a process that counts against it: anonymous, shared and swapped pages, not those of files, which
/// the system can drop. Pages that it still shares with its parent after a fork count in both.
struct ProcessMemory {
  std::int64_t now_kib = 0;
  std::int64_t peak_kib = 0;  ///< peak by the kernel's own mark
};

/// The resources that a bot's processes use.
struct Usage {
  CpuTime cpu;
  std::int64_t memory_kib = 0;
  std::int64_t peak_kib = 0;  ///< the most that was seen, and no less than any process alive ever had
  int processes = 0;          ///< alive
  /// Sum over all threads; threads that ended between two samples are missing.
  std::int64_t voluntary_switches = 0;
  std::int64_t involuntary_switches = 0;
};

/// A thread's scheduling times since its start.
struct ThreadTimes {
  std::chrono::nanoseconds ran{};
  std::chrono::nanoseconds waited{};  ///< time in which it waited for a processor while runnable
  std::uint64_t turns = 0;            ///< number of its time slices
};

/// Measures a bot from the process that was launched: that process, all its descendants (in any PID
/// namespace, and of any user), and those of its group or mark that lost their parents and became children of
/// this program. It belongs to one thread; it costs nothing unless it is called.
///
/// A process counts from when it was first seen, with all it has used by then. A process that starts and ends
/// between two samples is known by the time that its parent waited for; if no parent waited for it, it is
/// missed.
///
/// If the bot has a control group, the group counts the CPU time of all processes that ever ran in it,
/// exactly.
class UsageMeter {
 public:
  /// `group_time`: `CgroupControls::cpu_time`, if there is such a group.
  explicit UsageMeter(pid_t launched, Descriptor group_time = {});

  /// True if a control group counts the CPU time.
  [[nodiscard]] bool has_group() const { return static_cast<bool>(group_time_); }
  /// The CPU time by now: of the bot's group, else of the processes that were found last. It takes a system
  /// call for each.
  [[nodiscard]] CpuTime cpu();
  /// Finds the processes again. True if any came, ended, or was waited for since.
  bool find() { return find(table_.read()); }
  /// The CPU time that processes which the last `find` found for the first time, and which started before
  /// `tick` (of `ProcessEntry::start`), had used by then.
  [[nodiscard]] std::chrono::nanoseconds brought_from_before(std::uint64_t tick) const;
  /// The scheduler's times of the threads of the processes that were found last; zeros if the kernel keeps
  /// none. A thread that is running now is counted up to this moment if `cpu` was called just before. Reads a
  /// file per thread.
  [[nodiscard]] std::map<pid_t, ThreadTimes> thread_times() const;
  /// The usage by now of the processes that were found last; reads a file per process, and one per thread if
  /// there are several.
  [[nodiscard]] Usage look_at_known();
  /// The usage by now; reads the process table as well.
  [[nodiscard]] Usage look();

 private:
  bool find(const std::vector<ProcessEntry>& table);

  struct Process {
    ProcessEntry entry;
    clockid_t clock{};
    std::chrono::nanoseconds cpu{};
    std::chrono::nanoseconds brought{};  ///< used when it was found for the first time, if that was just now
    std::chrono::nanoseconds looked{};   ///< used at the last `look_at_known`
    bool rests = false;                  ///< it had used nothing since the look before, as a wrapper does
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
  std::vector<Process> processes_;     ///< processes at the last look
  std::chrono::nanoseconds ended_{};   ///< used by ended processes when they were seen last
  std::chrono::nanoseconds left_{};    ///< left to ended processes that no process waited for
  std::chrono::nanoseconds waited_{};  ///< left to live ones
  std::int64_t peak_kib_ = 0;
  std::int64_t ended_voluntary_ = 0;
  std::int64_t ended_involuntary_ = 0;
};

/// Reads the text of /proc/PID/status.
[[nodiscard]] ProcessMemory parse_memory(std::string_view status);

/// Samples the usage of a bot's processes at a negligible cost. The CPU time of the known processes is read
/// each time, a system call per process; their memory and switches at most every 100 ms; the process table so
/// rarely that it takes at most a five-hundredth of the time.
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

/// CPU time that a sandbox may use to start a bot, not charged to the bot.
inline constexpr std::chrono::milliseconds most_wrapper_time{100};

/// CPU time so far of bwrap's own processes around the bot that was launched as `pid`: that process and those
/// below it, as long as their program is named bwrap. A bot could take that name, too, so the result is at
/// most `most_wrapper_time`.
[[nodiscard]] std::chrono::nanoseconds wrapper_time(pid_t pid);

}  // namespace tribunal
