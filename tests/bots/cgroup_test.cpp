#include "bots/cgroup.hpp"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <string>
#include <string_view>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include <catch2/catch.hpp>

#include "bots/cpu_stopwatch.hpp"
#include "bots/host.hpp"
#include "bots/probe.hpp"
#include "bots/rest.hpp"
#include "support/scratch_folder.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using testing::ScratchFolder;

Descriptor opened(const fs::path& file, int flags = O_RDONLY) {
  return Descriptor{::open(file.c_str(), flags | O_CLOEXEC)};
}

TEST_CASE("The CPU time of a group is read in either version") {
  const ScratchFolder folder;
  CHECK(read_group_time(opened(folder.write("one", "1234567\n"))) == 1234567ns);
  CHECK(read_group_time(opened(folder.write("two", "usage_usec 42\nuser_usec 40\nsystem_usec 2\n"))) == 42us);
  CHECK_FALSE(read_group_time(opened(folder.write("other", "nr_periods 0\n"))));
  CHECK_FALSE(read_group_time(Descriptor{}));
}

/// A rest by files that take the place of a group's.
class RestByFiles {
 public:
  /// It has used so much by now.
  void use(std::chrono::nanoseconds total) { (void)folder_.write("time", std::to_string(total.count())); }
  Rest& rest() { return rest_; }
  [[nodiscard]] std::string idle() const { return read_proc_file(folder_ / "idle"); }

 private:
  ScratchFolder folder_;
  UsageMeter meter_{::getpid(), opened(folder_.write("time", "0"))};
  Rest rest_{opened(folder_.write("idle", ""), O_WRONLY), meter_};
};

TEST_CASE("A bot that computes unasked is idle until it is asked") {
  RestByFiles bot;
  bot.rest().begin(true);
  bot.use(5ms);
  bot.rest().end();
  CHECK(bot.idle().empty());  // it was not known
  bot.rest().begin(true);
  CHECK(bot.idle() == "1");
  bot.rest().end();
  CHECK(bot.idle() == "0");
}

TEST_CASE("A bot that goes to sleep after its answers is left alone") {
  RestByFiles bot;
  for (int i = 0; i < 3; ++i) {
    bot.rest().begin(true);
    bot.use(50us * (i + 1));
    bot.rest().end();
    std::this_thread::sleep_for(10ms);
  }
  CHECK(bot.idle().empty());
}

TEST_CASE("A bot whose time ran out is idle from then on") {
  RestByFiles bot;
  bot.rest().begin(false);
  CHECK(bot.idle() == "1");
}

constexpr std::string_view fifth_of_a_second_in_children =
    "import os, signal, sys, time\n"
    "signal.signal(signal.SIGCHLD, signal.SIG_IGN)\n"  // nobody waits for them
    "for i in range(4):\n"
    "  reading, writing = os.pipe()\n"
    "  if os.fork() == 0:\n"
    "    if i % 2: os.setsid()\n"
    "    while time.process_time() < 0.05: pass\n"
    "    os._exit(0)\n"
    "  os.close(writing)\n"
    "  os.read(reading, 1)\n"
    "print(flush=True)\n"
    "time.sleep(1000)\n";

/// False, and why is said, if groups are not to be had here.
bool are_there_groups() {
  Host host;
  const auto found = probe(host, SandboxLevel::bwrap_cgroup);
  if (!found.works()) WARN("SKIPPED: " << found.problem);
  const auto lacks = lacks_of_cgroups(host);
  for (const auto& lack : lacks) WARN("SKIPPED: " << lack);
  return found.works() && lacks.empty();
}

TEST_CASE("A group counts children that nobody waited for and nobody saw") {
  if (!are_there_groups()) return;
  Host host;
  auto launched = host.launch({{"/usr/bin/python3", "-c", std::string{fifth_of_a_second_in_children}}, "/"},
                              {.level = SandboxLevel::bwrap_cgroup,
                               .resources = {},
                               .shown = {},
                               .hidden = {},
                               .environment = {}})
                      .value();
  UsageMeter meter{launched.pid, std::move(launched.controls.cpu_time)};
  CpuStopwatch stopwatch{meter};
  stopwatch.start();
  char byte = 0;
  auto count = ::read(launched.output.get(), &byte, 1);
  for (; count < 0 && errno == EAGAIN; count = ::read(launched.output.get(), &byte, 1))
    std::this_thread::sleep_for(1ms);
  REQUIRE(count == 1);
  CHECK(stopwatch.used(1ms) >= 200ms);
  host.dismiss(launched.pid);
}

/// The number of a process that is no more.
pid_t dead_process() {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  ::waitpid(child, nullptr, 0);
  return child;
}

TEST_CASE("Groups that a killed referee left are removed with what runs in them, and those of others stay") {
  if (!are_there_groups()) return;
  Host host;
  const auto base = own_cgroups()->own.cpu;  // in which anybody who may at all may make one
  const auto stale = base / ("tribunal-" + std::to_string(dead_process()) + "-1-0123");
  const auto other = base / ("tribunal-" + std::to_string(::getppid()) + "-1-0123");
  const auto sleeper =
      host.launch(
              {{"/bin/sleep", "1000"}, "/"},
              {.level = SandboxLevel::none, .resources = {}, .shown = {}, .hidden = {}, .environment = {}})
          .value()
          .pid;
  REQUIRE(fs::create_directory(stale));
  REQUIRE(fs::create_directory(other));
  const auto number = std::to_string(sleeper);
  REQUIRE(::write(opened(stale / "cgroup.procs", O_WRONLY).get(), number.data(), number.size()) > 0);
  CHECK(CgroupHome::make().has_value());
  CHECK_FALSE(fs::exists(stale));
  CHECK(fs::exists(other));
  fs::remove(other);
  CHECK(WTERMSIG(host.dismiss(sleeper).status) == SIGKILL);
}

}  // namespace
}  // namespace tribunal
