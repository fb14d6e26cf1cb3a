#include "bots/meter/memory_watch.hpp"

#include <condition_variable>
#include <csignal>
#include <unistd.h>
#include <utility>

#include "bots/meter/usage.hpp"

namespace tribunal {
namespace {

constexpr std::chrono::milliseconds interval{100};

}  // namespace

std::int64_t memory_of(pid_t launched, const std::string& mark, const std::vector<ProcessEntry>& table) {
  std::multimap<pid_t, pid_t> children;
  std::vector<pid_t> members{launched};
  for (const auto& entry : table) {
    children.emplace(entry.parent, entry.pid);
    if (entry.parent == ::getpid() && entry.pid != launched && mark_of(entry.pid) == mark)
      members.push_back(entry.pid);
  }
  std::int64_t kib = 0;
  for (std::size_t i = 0; i < members.size(); ++i) {
    const auto [first, last] = children.equal_range(members[i]);
    for (auto child = first; child != last; ++child) members.push_back(child->second);
    kib += parse_memory(read_proc_file("/proc/" + std::to_string(members[i]) + "/status")).now_kib;
  }
  return kib;
}

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
  const auto table = read_process_table();
  for (auto& [pid, watched] : watched_) {
    if (watched.killed_at_kib > 0) continue;
    const auto kib = memory_of(pid, watched.mark, table);
    if (kib <= watched.allowed_kib) continue;
    watched.killed_at_kib = kib;
    ::kill(-pid, SIGKILL);
    ::kill(pid, SIGKILL);
  }
}

}  // namespace tribunal
