#include "bots/system/process_table.hpp"

#include <algorithm>
#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>

namespace tribunal {
namespace {

pid_t idle_child() {
  const pid_t child = ::fork();
  while (child == 0) ::pause();
  return child;
}

TEST_CASE("The younger processes are all that are no older than this program, at later looks too") {
  const auto own = read_process_entry(::getpid()).value();
  YoungerProcesses processes;
  for (int look = 0; look < 3; ++look) {
    const pid_t child = idle_child();
    const auto younger = processes.read();
    const auto has = [&](pid_t pid) {
      return std::ranges::find(younger, pid, &ProcessEntry::pid) != younger.end();
    };
    CHECK(has(::getpid()));
    CHECK(has(child));
    int older = 0;
    for (const auto& process : read_process_table()) {
      if (process.start >= own.start) continue;
      CHECK_FALSE(has(process.pid));
      ++older;
    }
    CHECK(older > 0);
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
  }
}

}  // namespace
}  // namespace tribunal
