#include "bots/hints/activity.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "bots/system/process_table.hpp"

namespace tribunal {
namespace {

/// Names of compilers, linkers and programs that run them, in the form that the kernel stores: 15 bytes.
constexpr std::array<std::string_view, 24> compilers{
    "compile", "link",  "asm",     "cgo",   "cc1",     "cc1plus", "ld",    "collect2",
    "as",      "rustc", "cargo",   "javac", "kotlinc", "scalac",  "tsc",   "gcc",
    "g++",     "clang", "clang++", "ghc",   "make",    "ninja",   "cmake", "ocamlopt"};

/// Whether the table has a child of `parent`, that is, whether `parent` launched another program.
bool has_child(const std::vector<ProcessEntry>& processes, pid_t parent) {
  return std::ranges::find(processes, parent, &ProcessEntry::parent) != processes.end();
}

std::string first_line_of(const std::string& path) {
  auto text = read_proc_file(path);
  return text.substr(0, text.find('\n'));
}

void look_at_threads(pid_t pid, Activity& activity) {
  std::error_code gone;
  const auto tasks = "/proc/" + std::to_string(pid) + "/task";
  for (const auto& task : std::filesystem::directory_iterator{tasks, gone}) {
    const auto waits_in = first_line_of(task.path() / "wchan");
    const auto stat = first_line_of(task.path() / "stat");
    const auto state = stat.substr(std::min(stat.rfind(')'), stat.size()));
    activity.computes = activity.computes || state.starts_with(") R");
    activity.waits_for_disk = activity.waits_for_disk || state.starts_with(") D");
    activity.waits_for_input = activity.waits_for_input || waits_in.contains("pipe_read");
    activity.sleeps = activity.sleeps || waits_in.contains("nanosleep");
  }
}

}  // namespace

Activity activity_of(pid_t launched) {
  Activity activity;
  auto processes =
      with_descendants(read_process_table(), [&](const auto& entry) { return entry.pid == launched; });
  std::erase_if(processes, [](const auto& entry) { return entry.ended; });
  for (const auto& process : processes) {
    const auto name = first_line_of("/proc/" + std::to_string(process.pid) + "/comm");
    const bool is_go_alone = name == "go" && !has_child(processes, process.pid);  // else it waits for a child
    if (is_go_alone || std::ranges::find(compilers, name) != compilers.end()) activity.compiles = true;
    look_at_threads(process.pid, activity);
  }
  return activity;
}

}  // namespace tribunal
