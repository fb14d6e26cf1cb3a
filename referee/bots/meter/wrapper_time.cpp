#include "bots/meter/wrapper_time.hpp"

#include <algorithm>
#include <charconv>
#include <ctime>
#include <string>

#include "bots/system/process_table.hpp"

namespace tribunal {
namespace {

using std::chrono::nanoseconds;

constexpr int most_wrappers = 3;  // a sandbox within a sandbox: one of the first, and two of the second

bool is_wrapper(const std::string& folder) { return read_proc_file(folder + "/comm") == "bwrap\n"; }

nanoseconds cpu_of(pid_t pid) {
  clockid_t clock{};
  timespec time{};
  if (::clock_getcpuclockid(pid, &clock) != 0 || ::clock_gettime(clock, &time) != 0) return {};
  return std::chrono::seconds{time.tv_sec} + nanoseconds{time.tv_nsec};
}

/// The number of the first child; 0 if there is none.
pid_t first_child(const std::string& folder, const std::string& number) {
  const auto children = read_proc_file(folder + "/task/" + number + "/children");
  pid_t child = 0;
  std::from_chars(children.data(), children.data() + children.size(), child);
  return child;
}

}  // namespace

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
