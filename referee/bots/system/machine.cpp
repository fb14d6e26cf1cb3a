#include "bots/system/machine.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <sched.h>
#include <string_view>
#include <system_error>
#include <unistd.h>

#include "bots/system/process_table.hpp"

namespace tribunal {
namespace {

std::int64_t whole_number(std::string_view text) {
  std::int64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

/// Parses `QUOTA PERIOD` as a number of cores. None for `max PERIOD`.
std::optional<double> parse_cpu_max(std::string_view text) {
  const auto quota = whole_number(text);
  const auto period = whole_number(text.substr(std::min(text.find(' '), text.size() - 1) + 1));
  if (quota <= 0 || period <= 0) return std::nullopt;
  return static_cast<double>(quota) / static_cast<double>(period);
}

/// The lowest limit set by the control groups of version 2 around this program. None if no group sets a
/// limit.
std::optional<double> group_limit() {
  namespace fs = std::filesystem;
  const auto text = read_proc_file("/proc/self/cgroup");
  const auto line = text.find("0::/");
  if (line == std::string::npos) return std::nullopt;
  const fs::path root{"/sys/fs/cgroup"};
  auto folder = root / text.substr(line + 4, text.find('\n', line) - line - 4);
  std::optional<double> least;
  for (int depth = 0; depth < 32; ++depth, folder = folder.parent_path()) {
    const auto limit = parse_cpu_max(read_proc_file((folder / "cpu.max").string()));
    if (limit) least = std::min(least.value_or(*limit), *limit);
    if (folder == root || !folder.has_relative_path()) break;
  }
  return least;
}

/// The number after `name` in the first line. None if the name does not occur.
std::optional<double> number_named(const std::string& text, std::string_view name) {
  const auto place = text.find(name);
  if (place == std::string::npos) return std::nullopt;
  return std::strtod(text.c_str() + place + name.size(), nullptr);
}

}  // namespace

std::vector<int> available_cores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  std::vector<int> cores;
  if (::sched_getaffinity(0, sizeof set, &set) != 0) return cores;
  for (int core = 0; core < CPU_SETSIZE; ++core) {
    if (CPU_ISSET(core, &set)) cores.push_back(core);
  }
  return cores;
}

int cores_of_program() {
  cpu_set_t set;
  CPU_ZERO(&set);
  return ::sched_getaffinity(::getpid(), sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

Result<void> run_on_cores(const std::vector<int>& cores) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (const int core : cores) {
    if (core < 0 || core >= CPU_SETSIZE) return std::unexpected{"there is no core " + std::to_string(core)};
    CPU_SET(core, &set);
  }
  if (::sched_setaffinity(0, sizeof set, &set) == 0) return {};
  const auto error = std::generic_category().message(errno);
  return std::unexpected{"cannot stay on the requested cores: " + error};
}

double usable_cores() {
  const double cores = cores_of_program();
  return std::min(cores, group_limit().value_or(cores));
}

MachineLoad machine_load() {
  return {.average = std::strtod(read_proc_file("/proc/loadavg").c_str(), nullptr),
          .waiting = number_named(read_proc_file("/proc/pressure/cpu"), "some avg10=")};
}

std::string cores_text(double cores) {
  if (cores == std::floor(cores)) return fmt::format("{:.0f} core{}", cores, cores == 1 ? "" : "s");
  return fmt::format("{:.1f} cores", cores);
}

bool is_busy(const MachineLoad& load, double cores) {
  return load.waiting ? *load.waiting >= busy_percent : load.average > cores;
}

}  // namespace tribunal
