#include "bots/meter/out_of_memory.hpp"

#include <charconv>
#include <ranges>

#include "bots/system/process_table.hpp"

namespace tribunal {

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
