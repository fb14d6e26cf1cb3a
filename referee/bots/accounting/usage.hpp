#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

#include "bots/accounting/cgroup.hpp"
#include "bots/system/process_table.hpp"

namespace tribunal {

/// CPU time, user and system, of a bot's processes since its launch.
struct CpuTime {
  std::chrono::nanoseconds total{};
  /// The part of it that ended processes left to those who waited for them, without having been seen alive.
  std::chrono::nanoseconds rough{};
};

/// What `rough` may be wrong by: a tick each of user and of system time.
inline constexpr std::chrono::milliseconds rough_by{20};

/// The time used from `before` to `now`; where it is not known to the nanosecond, the least it can be.
[[nodiscard]] std::chrono::nanoseconds used_between(const CpuTime& before, const CpuTime& now);

/// Memory of a process that counts against it: anonymous, shared and swapped pages, not those of files, which
/// the system can drop. Pages that it still shares with a process that it was forked from count in both.
struct ProcessMemory {
  std::int64_t now_kib = 0;
  std::int64_t peak_kib = 0;  ///< by the kernel's own mark
};

/// What a bot's processes use.
struct Usage {
  CpuTime cpu;
  std::int64_t memory_kib = 0;
  std::int64_t peak_kib = 0;  ///< the most that was seen, and no less than any process alive ever had
  int processes = 0;          ///< alive
  /// Of all threads, those that ended between two looks left out.
  std::int64_t voluntary_switches = 0;
  std::int64_t involuntary_switches = 0;
};

/// A thread's scheduling times since it began.
struct ThreadTimes {
  std::chrono::nanoseconds ran{};
  std::chrono::nanoseconds waited{};  ///< for a processor, while runnable
  std::uint64_t turns = 0;            ///< number of its time slices
};

/// Meters a bot by the process that was launched: that one, all that descend from it (in whatever PID
/// namespace, and under whatever user), and those of its group or mark that lost their parents and became
/// children of this program. Belongs to one thread; costs nothing but when it is asked.
///
/// A process counts from when it was first seen, with all it has used by then. One that starts and ends
/// between two looks is known by what its parent waited for; if nobody waited for it, not at all.
///
/// Where the bot has a control group, it counts CPU time: of all that ever ran in it, exactly.
class UsageMeter {
 public:
  /// `group_time`: `CgroupControls::cpu_time`, if there is such a group.
  explicit UsageMeter(pid_t launched, Descriptor group_time = {});

  /// True if a control group counts the CPU time.
  [[nodiscard]] bool has_group() const { return static_cast<bool>(group_time_); }
  /// The CPU time by now: of the bot's group, else of the processes that were found last. A system call each.
  [[nodiscard]] CpuTime cpu();
  /// Finds the processes anew, in `table` as just read. True if any came, ended, or was waited for since.
  bool find(const std::vector<ProcessEntry>& table);
  /// What those that `find` found for the first time just now, and that started before `tick` (of
  /// `ProcessEntry::start`), had used by then.
  [[nodiscard]] std::chrono::nanoseconds brought_from_before(std::uint64_t tick) const;
  /// The CPU time of all processes by now; reads the process table.
  [[nodiscard]] CpuTime exact_cpu();
  /// The threads of the processes that were found last, and how long each has waited for a processor in its
  /// life while it could have run; reads a file a thread.
  [[nodiscard]] std::map<pid_t, std::chrono::nanoseconds> waits() const;
  /// The scheduler's figures for these threads; zeros where the kernel keeps none. A thread that is running
  /// now is counted up to this moment if `cpu` was called just before.
  [[nodiscard]] std::map<pid_t, ThreadTimes> thread_times() const;
  /// Everything by now of the processes that were found last; reads a file a process, and one a thread where
  /// there are several.
  [[nodiscard]] Usage look_at_known();
  /// Everything by now; reads the process table as well.
  [[nodiscard]] Usage look();

 private:
  struct Process {
    ProcessEntry entry;
    clockid_t clock{};
    std::chrono::nanoseconds cpu{};
    std::chrono::nanoseconds brought{};  ///< used when it was found for the first time, if that was just now
    std::chrono::nanoseconds looked{};   ///< used when everything was looked at last
    bool rests = false;                  ///< it had used nothing since the look before: a wrapper
    std::int64_t voluntary_switches = 0;
    std::int64_t involuntary_switches = 0;
  };

  void read_clocks();
  void note_who_rests();
  [[nodiscard]] bool is_known(const ProcessEntry& entry) const;
  [[nodiscard]] bool is_adopted(const ProcessEntry& entry) const;
  [[nodiscard]] std::vector<ProcessEntry> members_of(const std::vector<ProcessEntry>& table) const;
  void bury(const std::vector<Process>& ended, const std::vector<Process>& before);

  pid_t launched_;
  Descriptor group_time_;
  std::string mark_;
  std::vector<Process> processes_;     ///< as they were found last
  std::chrono::nanoseconds ended_{};   ///< used by ended processes when they were seen last
  std::chrono::nanoseconds left_{};    ///< left to ended processes that nobody waited for
  std::chrono::nanoseconds waited_{};  ///< left to live ones
  std::int64_t peak_kib_ = 0;
  std::int64_t ended_voluntary_ = 0;
  std::int64_t ended_involuntary_ = 0;
};

/// Reads the text of /proc/PID/status.
[[nodiscard]] ProcessMemory parse_memory(std::string_view status);

}  // namespace tribunal
