#include "bots/meter/memory_watch.hpp"

#include <charconv>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <ranges>
#include <unistd.h>
#include <utility>
#include <vector>

#include "bots/meter/usage.hpp"
#include "bots/system/process_table.hpp"

namespace tribunal {
namespace {

constexpr std::chrono::milliseconds interval{100};

/// Memory in use, KiB, by the descendants of `launched`, itself included, and by children of this program
/// that were started with `mark`.
std::int64_t memory_of(pid_t launched, const std::string& mark, const std::vector<ProcessEntry>& table) {
  const auto members = with_descendants(table, [&](const ProcessEntry& entry) {
    return entry.pid == launched || (entry.parent == ::getpid() && mark_of(entry.pid) == mark);
  });
  std::int64_t kib = 0;
  for (const auto& member : members)
    kib += parse_memory(read_proc_file("/proc/" + std::to_string(member.pid) + "/status")).now_kib;
  return kib;
}

}  // namespace

void MemoryWatch::watch(pid_t launched, std::string mark, int allowed_mb) {
  const std::lock_guard lock{mutex_};
  watched_.insert_or_assign(launched, Watched{std::move(mark), std::int64_t{allowed_mb} << 10U});
  if (!thread_.joinable()) thread_ = std::jthread{[this](const std::stop_token& stop) { run(stop); }};
}

std::int64_t MemoryWatch::leave(pid_t launched) {
  const std::lock_guard lock{mutex_};
  const auto left = watched_.extract(launched);
  return left.empty() ? 0 : left.mapped().killed_at_kib;
}

void MemoryWatch::run(const std::stop_token& stop) {
  std::mutex idle;
  std::condition_variable_any pause;
  std::unique_lock lock{idle};
  while (!stop.stop_requested()) {
    look();
    pause.wait_for(lock, stop, interval, [] { return false; });
  }
}

/// Holds the lock, so that every process in `watched_` is not yet reaped and keeps its number.
void MemoryWatch::look() {
  const std::lock_guard lock{mutex_};
  if (watched_.empty()) return;
  const auto table = processes_.read();
  for (auto& [pid, watched] : watched_) {
    if (watched.killed_at_kib > 0) continue;
    const auto kib = memory_of(pid, watched.mark, table);
    if (kib <= watched.allowed_kib) continue;
    watched.killed_at_kib = kib;
    ::kill(-pid, SIGKILL);
    ::kill(pid, SIGKILL);
  }
}

std::int64_t processes_killed_for_memory() {
  constexpr std::string_view name = "\noom_kill ";
  const auto text = read_proc_file("/proc/vmstat");
  const auto place = text.find(name);
  std::int64_t count = 0;
  if (place != std::string::npos)
    std::from_chars(text.data() + place + name.size(), text.data() + text.size(), count);
  return count;
}

/// Parses lines `NUMBER:CONTROLLERS:PATH`; the single hierarchy of version 2 lists no controllers.
std::string memory_group_of(std::string_view cgroup) {
  std::string unified;
  for (const auto part : std::views::split(cgroup, '\n')) {
    const std::string_view line{part.begin(), part.end()};
    const auto first = line.find(':');
    const auto second = line.find(':', first + 1);
    if (second == std::string_view::npos) continue;
    const auto controllers = line.substr(first + 1, second - first - 1);
    if (controllers == "memory") return std::string{line.substr(second + 1)};
    if (controllers.empty()) unified = line.substr(second + 1);
  }
  return unified;
}

bool has_own_memory_group(pid_t pid) {
  return memory_group_of(read_proc_file("/proc/" + std::to_string(pid) + "/cgroup")) !=
         memory_group_of(read_proc_file("/proc/self/cgroup"));
}

}  // namespace tribunal
