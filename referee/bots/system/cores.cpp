#include "bots/system/cores.hpp"

#include <cerrno>
#include <sched.h>
#include <system_error>
#include <unistd.h>

namespace tribunal {

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

Result<void> pin_to_core(int core) { return run_on_cores({core}); }

Result<void> run_on_cores(const std::vector<int>& cores) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (const int core : cores) {
    if (core < 0 || core >= CPU_SETSIZE) return std::unexpected{"there is no core " + std::to_string(core)};
    CPU_SET(core, &set);
  }
  if (::sched_setaffinity(0, sizeof set, &set) == 0) return {};
  const auto error = std::generic_category().message(errno);
  return std::unexpected{"cannot keep to the cores asked for: " + error};
}

}  // namespace tribunal
