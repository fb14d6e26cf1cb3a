#include "bots/meter/usage.hpp"

#include <algorithm>
#include <charconv>
#include <ctime>
#include <dirent.h>
#include <memory>
#include <optional>
#include <unistd.h>

namespace tribunal {
namespace {

using std::chrono::nanoseconds;

/// The number that begins at `place` in the text. 0 if there is none.
std::int64_t number_after(std::string_view text, std::size_t place) {
  std::int64_t number = 0;
  if (place < text.size()) std::from_chars(text.data() + place, text.data() + text.size(), number);
  return number;
}

/// The number in a line `NAME:  NUMBER ...`. 0 if there is none.
std::int64_t field(std::string_view status, std::string_view name) {
  auto place = status.find(name);
  while (place != std::string_view::npos && place > 0 && status[place - 1] != '\n')
    place = status.find(name, place + 1);
  if (place == std::string_view::npos) return 0;
  return number_after(status, status.find_first_not_of(" \t", place + name.size()));
}

struct Switches {
  std::int64_t voluntary = 0;
  std::int64_t involuntary = 0;

  void add(std::string_view status) {
    voluntary += field(status, "voluntary_ctxt_switches:");
    involuntary += field(status, "nonvoluntary_ctxt_switches:");
  }
};

/// The folders of a process's threads in /proc.
std::vector<std::string> thread_folders(const std::string& folder) {
  const auto tasks = folder + "/task";
  std::vector<std::string> folders;
  const std::unique_ptr<DIR, int (*)(DIR*)> threads{::opendir(tasks.c_str()), ::closedir};
  while (const auto* const thread = threads ? ::readdir(threads.get()) : nullptr) {
    if (thread->d_name[0] != '.') folders.push_back(tasks + '/' + thread->d_name);
  }
  return folders;
}

/// The sum over all threads, because the status of a process counts only its first thread.
Switches switches_of(const std::string& folder, std::string_view status) {
  Switches switches;
  if (field(status, "Threads:") <= 1) {
    switches.add(status);
    return switches;
  }
  for (const auto& thread : thread_folders(folder)) switches.add(read_proc_file(thread + "/status"));
  return switches;
}

std::string folder_of(const ProcessEntry& entry) { return "/proc/" + std::to_string(entry.pid); }

/// The time of a process's CPU clock. None if the process is gone.
std::optional<nanoseconds> read_clock(clockid_t clock) {
  timespec time{};
  if (::clock_gettime(clock, &time) != 0) return std::nullopt;
  return std::chrono::seconds{time.tv_sec} + nanoseconds{time.tv_nsec};
}

bool is_same(const ProcessEntry& a, const ProcessEntry& b) { return a.pid == b.pid && a.start == b.start; }

constexpr int most_wrappers = 3;  // sandbox in a sandbox: one of the first, two of the second

bool is_wrapper(const std::string& folder) { return read_proc_file(folder + "/comm") == "bwrap\n"; }

nanoseconds cpu_of(pid_t pid) {
  clockid_t clock{};
  if (::clock_getcpuclockid(pid, &clock) != 0) return {};
  return read_clock(clock).value_or(nanoseconds{});
}

/// The pid of the first child. 0 if there is none.
pid_t first_child(const std::string& folder, const std::string& number) {
  const auto children = read_proc_file(folder + "/task/" + number + "/children");
  pid_t child = 0;
  std::from_chars(children.data(), children.data() + children.size(), child);
  return child;
}

}  // namespace

nanoseconds used_between(const CpuTime& before, const CpuTime& now) {
  const auto rough = std::max(now.rough - before.rough, nanoseconds{0});
  return std::max(now.total - before.total - std::min<nanoseconds>(rough, rough_by), nanoseconds{0});
}

ProcessMemory parse_memory(std::string_view status) {
  ProcessMemory memory;
  memory.now_kib = field(status, "RssAnon:") + field(status, "RssShmem:") + field(status, "VmSwap:");
  memory.peak_kib = std::max(memory.now_kib, field(status, "VmHWM:") - field(status, "RssFile:"));
  return memory;
}

UsageMeter::UsageMeter(pid_t launched, Descriptor group_time)
    : launched_{launched}, group_time_{std::move(group_time)}, mark_{mark_of(launched)} {
  if (const auto entry = read_process_entry(launched)) (void)find({*entry});
}

/// Reads the processes' clocks. With a group, this updates the group's time for running threads, and
/// processes at rest are skipped.
void UsageMeter::read_clocks() {
  for (auto& process : processes_) {
    if (has_group() && process.rests) continue;
    // A smaller time belongs to another process with the same pid.
    if (const auto now = read_clock(process.clock)) process.cpu = std::max(process.cpu, *now);
  }
}

void UsageMeter::note_who_rests() {
  for (auto& process : processes_) process.rests = false;
  read_clocks();
  for (auto& process : processes_) {
    process.rests = process.cpu == process.looked;
    process.looked = process.cpu;
  }
}

CpuTime UsageMeter::cpu() {
  read_clocks();
  if (const auto all = read_group_time(group_time_)) return {*all, {}};
  nanoseconds alive{};
  for (const auto& process : processes_) alive += process.cpu;
  const auto rough = std::max(left_ + waited_ - ended_, nanoseconds{0});
  return {alive + ended_ + rough, rough};
}

bool UsageMeter::is_known(const ProcessEntry& entry) const {
  return std::ranges::any_of(processes_,
                             [&](const Process& process) { return is_same(process.entry, entry); });
}

/// Whether the process belongs to the bot, lost its parent and became a child of this program.
bool UsageMeter::is_adopted(const ProcessEntry& entry) const {
  return entry.parent == ::getpid() && entry.pid != launched_ &&
         (entry.group == launched_ || is_known(entry) || (!mark_.empty() && mark_of(entry.pid) == mark_));
}

bool UsageMeter::find(const std::vector<ProcessEntry>& table) {
  std::vector<Process> found;
  const auto waited_before = std::exchange(waited_, nanoseconds{});
  bool changed = false;
  const auto members = with_descendants(
      table, [this](const auto& entry) { return entry.pid == launched_ || is_adopted(entry); });
  for (const auto& entry : members) {
    const auto known = std::ranges::find_if(
        processes_, [&](const Process& process) { return is_same(process.entry, entry); });
    Process process;
    if (known != processes_.end()) {
      process = *known;
      process.brought = {};
    } else if (::clock_getcpuclockid(entry.pid, &process.clock) == 0) {
      process.cpu = process.brought = read_clock(process.clock).value_or(nanoseconds{});
      changed = true;
    } else {
      continue;  // it has ended
    }
    process.entry = entry;
    waited_ += entry.waited_for;
    found.push_back(process);
  }
  const auto before = std::exchange(processes_, std::move(found));
  std::vector<Process> ended;
  for (const auto& process : before) {
    if (!is_known(process.entry)) ended.push_back(process);
  }
  if (!ended.empty()) bury(ended, before);
  return changed || !ended.empty() || waited_ != waited_before;
}

nanoseconds UsageMeter::brought_from_before(std::uint64_t tick) const {
  nanoseconds brought{};
  for (const auto& process : processes_) {
    if (process.entry.start < tick) brought += process.brought;
  }
  return brought;
}

/// Keeps the usage of processes that have ended. If the nearest living ancestor waited for them, the time
/// that their children left to them now belongs to that ancestor. Otherwise it is stored here.
void UsageMeter::bury(const std::vector<Process>& ended, const std::vector<Process>& before) {
  const auto by_number = [](const auto& list, pid_t pid) {
    return std::ranges::find_if(list, [pid](const auto& process) { return process.entry.pid == pid; });
  };
  const auto nearest_not_in = [&](const auto& list, pid_t pid) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      const auto found = by_number(list, pid);
      if (found != list.end()) pid = found->entry.parent;
    }
    return pid;
  };
  std::map<pid_t, nanoseconds> grown;
  for (const auto& process : processes_) {
    const auto old = by_number(before, process.entry.pid);
    if (old != before.end())
      grown[process.entry.pid] = process.entry.waited_for - old->entry.waited_for + rough_by;
  }
  for (const auto& process : ended) {
    ended_ += process.cpu;
    ended_voluntary_ += process.voluntary_switches;
    ended_involuntary_ += process.involuntary_switches;
    const auto ancestor = nearest_not_in(ended, process.entry.parent);
    const auto whole = process.cpu + process.entry.waited_for;
    const auto heir = grown.find(ancestor);
    if (heir != grown.end() && heir->second >= whole) {
      heir->second -= whole;
    } else {
      left_ += process.entry.waited_for;
    }
  }
}

std::map<pid_t, ThreadTimes> UsageMeter::thread_times() const {
  std::map<pid_t, ThreadTimes> all;
  for (const auto& process : processes_) {
    for (const auto& thread : thread_folders(folder_of(process.entry))) {
      const auto text = read_proc_file(thread + "/schedstat");  // running, waiting, slices
      if (text.empty()) continue;                               // it has ended
      const auto second = text.find(' ') + 1;
      const auto third = text.find(' ', second) + 1;
      all[static_cast<pid_t>(number_after(thread, thread.rfind('/') + 1))] = {
          nanoseconds{number_after(text, 0)}, nanoseconds{number_after(text, second)},
          static_cast<std::uint64_t>(number_after(text, third))};
    }
  }
  return all;
}

Usage UsageMeter::look() {
  (void)find();
  return look_at_known();
}

Usage UsageMeter::look_at_known() {
  if (has_group()) note_who_rests();
  Usage usage{
      .cpu = cpu(), .voluntary_switches = ended_voluntary_, .involuntary_switches = ended_involuntary_};
  for (auto& process : processes_) {
    const auto folder = folder_of(process.entry);
    const auto status = read_proc_file(folder + "/status");
    const auto memory = parse_memory(status);
    const auto switches = switches_of(folder, status);
    process.voluntary_switches = std::max(process.voluntary_switches, switches.voluntary);
    process.involuntary_switches = std::max(process.involuntary_switches, switches.involuntary);
    usage.voluntary_switches += process.voluntary_switches;
    usage.involuntary_switches += process.involuntary_switches;
    usage.memory_kib += memory.now_kib;
    usage.processes += process.entry.ended ? 0 : 1;
    peak_kib_ = std::max(peak_kib_, memory.peak_kib);
  }
  peak_kib_ = std::max(peak_kib_, usage.memory_kib);
  usage.peak_kib = peak_kib_;
  return usage;
}

void UsageSampler::sample() {
  constexpr std::chrono::milliseconds between_looks{100};
  constexpr int share_of_finding = 500;
  const auto now = Clock::now();
  if (now >= next_find_) {
    (void)meter_.find();
    const auto found = Clock::now();
    next_find_ = found + share_of_finding * (found - now);
  }
  if (now >= next_look_) {
    latest_ = meter_.look_at_known();
    next_look_ = now + between_looks;
  } else {
    latest_.cpu = meter_.cpu();
  }
}

nanoseconds wrapper_time(pid_t pid) {
  nanoseconds time{};
  for (int depth = 0; depth < most_wrappers && pid != 0; ++depth) {
    const auto number = std::to_string(pid);
    const auto folder = "/proc/" + number;
    if (!is_wrapper(folder)) break;
    time += cpu_of(pid);
    pid = first_child(folder, number);
  }
  return std::min<nanoseconds>(time, most_wrapper_time);
}

}  // namespace tribunal
