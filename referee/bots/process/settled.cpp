#include "bots/process/settled.hpp"

#include <chrono>
#include <sstream>
#include <string>
#include <utility>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/steady_timer.hpp>

#include "bots/system/process_table.hpp"

namespace tribunal {

namespace asio = boost::asio;

namespace {

constexpr int deepest = 8;  ///< a sandbox's own processes are two deep

/// Whether the process is running, or waiting for a disk, which counts as running.
bool runs(pid_t pid) {
  const auto stat = read_proc_file("/proc/" + std::to_string(pid) + "/stat");
  const auto name_end = stat.rfind(')');
  if (name_end == std::string::npos || name_end + 2 >= stat.size()) return false;
  return stat[name_end + 2] == 'R' || stat[name_end + 2] == 'D';
}

/// Looks at children first: a process that ends wakes its waiting parent before it is gone, so one of them is
/// seen running.
bool is_settled(pid_t pid, int depth) {
  const auto number = std::to_string(pid);
  std::istringstream children{read_proc_file("/proc/" + number + "/task/" + number + "/children")};
  bool has_children = false;
  for (pid_t child = 0; children >> child; has_children = true) {
    if (depth < deepest && !is_settled(child, depth + 1)) return false;
  }
  return !has_children || !runs(pid);
}

}  // namespace

bool is_settled(pid_t pid) { return is_settled(pid, 0); }

asio::awaitable<void> until_settled(pid_t pid, asio::any_io_executor executor) {
  constexpr std::chrono::milliseconds pause{1};
  constexpr int most_pauses = 1000;
  asio::steady_timer timer{executor};
  for (int pauses = 0; pauses < most_pauses && !is_settled(pid); ++pauses) {
    timer.expires_after(pause);
    const auto [error] = co_await timer.async_wait(asio::as_tuple(asio::deferred));
    if (error) co_return;
  }
}

}  // namespace tribunal
