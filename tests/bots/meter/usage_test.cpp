#include "bots/meter/usage.hpp"

#include <chrono>
#include <functional>
#include <string>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>

#include <catch2/catch.hpp>

#include "bots/meter/question_clock.hpp"
#include "bots/process/host.hpp"
#include "support/slowness.hpp"

namespace tribunal {
namespace {

using namespace std::chrono_literals;
using std::chrono::duration_cast;
using std::chrono::milliseconds;
using std::chrono::nanoseconds;

/// Counts, which takes a shell at least about 50 ms.
const std::string burn = "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; ";
/// Waits until its input ends.
const std::string stay = "echo done; read line";

/// A shell script that runs and is metered.
class Metered {
 public:
  explicit Metered(const std::string& script, const std::string& shell = "/bin/sh")
      : launched_{host_.launch(Command{{shell, "-c", script}, "."}, {}).value()}, meter_{launched_.pid} {}
  ~Metered() { end(); }
  Metered(const Metered&) = delete;
  Metered& operator=(const Metered&) = delete;

  UsageMeter& meter() { return meter_; }
  [[nodiscard]] pid_t pid() const { return launched_.pid; }
  /// Waits until the script has written a line.
  void wait() const {
    char byte = 0;
    while (byte != '\n') {
      if (::read(launched_.output.get(), &byte, 1) == 1) continue;
      std::this_thread::sleep_for(1ms);
    }
  }
  /// Lets the script continue after its next `read`, or several of its processes.
  void go_on(int processes = 1) const {
    for (int i = 0; i < processes; ++i) REQUIRE(::write(launched_.input.get(), "\n", 1) == 1);
  }
  void end() {
    if (!ended_) host_.dismiss(launched_.pid);
    ended_ = true;
  }

 private:
  Host host_;
  Launched launched_;
  UsageMeter meter_;
  bool ended_ = false;
};

/// The kernel's figure for the CPU time of the children of this program that it has waited for, and of
/// theirs.
nanoseconds of_waited_children() {
  rusage usage{};
  ::getrusage(RUSAGE_CHILDREN, &usage);
  const auto time = [](const timeval& value) {
    return std::chrono::seconds{value.tv_sec} + std::chrono::microseconds{value.tv_usec};
  };
  return time(usage.ru_utime) + time(usage.ru_stime);
}

/// Checks repeatedly until `holds` is true; false if it does not become true in time.
bool eventually(const std::function<bool()>& holds) {
  for (int i = 0; i < 2000; ++i) {
    if (holds()) return true;
    std::this_thread::sleep_for(5ms);
  }
  return false;
}

/// The metered CPU time at the end of `script`, and the kernel's figure once all its processes have been
/// waited for.
struct Compared {
  nanoseconds metered{};
  nanoseconds real{};
};

Compared compare(const std::string& script) {
  const auto before = of_waited_children();
  Metered metered{script};
  metered.wait();
  Compared compared{metered.meter().look().cpu.total, {}};
  metered.end();
  compared.real = of_waited_children() - before;
  return compared;
}

TEST_CASE("The status of a process with any name is read") {
  const auto entry = parse_process_entry(
      "42 (a) R 1 2 (b)) S 7 8 9 0 -1 4194304 1 2 3 4 50 60 12 34 20 0 1 0 987654 1 2 18446744073709551615");
  REQUIRE(entry);
  CHECK(entry->pid == 42);
  CHECK(entry->parent == 7);
  CHECK(entry->group == 8);
  CHECK_FALSE(entry->ended);
  CHECK(entry->start == 987654);
  CHECK(entry->waited_for == 46 * nanoseconds{1s} / ::sysconf(_SC_CLK_TCK));
  CHECK(parse_process_entry("42 (a) Z 7 8")->ended);
  CHECK_FALSE(parse_process_entry("").has_value());
  CHECK_FALSE(parse_process_entry("42 (a)").has_value());
}

TEST_CASE("The memory of a process is its own memory and its peak") {
  const auto memory = parse_memory(
      "Name:\tVmHWM:\nVmPeak:\t 900 kB\nVmHWM:\t 700 kB\nVmRSS:\t 600 kB\nRssAnon:\t 100 kB\n"
      "RssFile:\t 450 kB\nRssShmem:\t 50 kB\nVmSwap:\t 25 kB\n");
  CHECK(memory.now_kib == 175);
  CHECK(memory.peak_kib == 250);
  CHECK(parse_memory("").now_kib == 0);
}

TEST_CASE("The CPU time of a process is what the kernel says of it") {
  const auto [metered, real] = compare(burn + stay);
  CHECK(metered > 10ms);
  CHECK(metered <= real);
  CHECK(metered > real / 2);  // the rest is at its end
}

TEST_CASE("A process that sleeps uses no CPU time") {
  Metered metered{"echo ready; read line"};
  metered.wait();
  const auto before = metered.meter().look().cpu;
  std::this_thread::sleep_for(300ms);
  CHECK(used_between(before, metered.meter().cpu()) < 50ms);
}

TEST_CASE("Children count: alive, waited for, and without a parent") {
  SECTION("alive") {
    const auto [metered, real] = compare("(" + burn + "echo done; sleep 1000) & sleep 1000");
    CHECK(metered <= real);
    CHECK(metered > real / 2);
  }
  SECTION("waited for, and never seen alive") {
    const auto [metered, real] = compare("(" + burn + "); (" + burn + "); " + stay);
    CHECK(metered <= real + rough_by);
    CHECK(metered > real / 2);
  }
  SECTION("orphaned, in a session of its own") {
    const auto [metered, real] = compare("(setsid sh -c '" + burn + "echo done; sleep 1000' &); sleep 1000");
    CHECK(metered <= real);
    CHECK(metered > real / 2);
  }
}

TEST_CASE("CPU time measured for a process stays counted after it has ended") {
  // The counting shell's parent, which has become a sleep, never waits for it.
  Metered metered{"exec 3<&0; (" + burn + "echo counted; read line <&3) & exec sleep 1000"};
  metered.wait();
  const auto seen = metered.meter().look();
  CHECK(seen.cpu.total > 10ms);
  CHECK(seen.processes >= 2);
  metered.go_on();
  CHECK(eventually([&] { return metered.meter().look().processes == 1; }));
  CHECK(metered.meter().cpu().total >= seen.cpu.total);
}

TEST_CASE("Between two looks the known processes are metered") {
  Metered metered{"read line; " + burn + stay};
  const auto before = metered.meter().look().cpu;
  Metered other{burn + stay};  // time passes, but is not charged to it
  other.wait();
  CHECK(used_between(before, metered.meter().cpu()) < 10ms * testing::slowness());
}

TEST_CASE("Memory is counted over all processes, and its peak is recorded") {
  const std::string hold = "b = bytearray(40 << 20); ";
  Metered metered{"import os, sys, time\npid = os.fork()\n" + hold +
                      "print(end='x' if pid else '\\n', flush=True)\nos.read(0, 1)\ndel b\n"
                      "time.sleep(1000)",
                  "/usr/bin/python3"};
  CHECK(eventually([&] { return metered.meter().look().memory_kib > 80 << 10; }));
  CHECK(metered.meter().look().processes == 2);
  metered.go_on(2);
  CHECK(eventually([&] { return metered.meter().look().memory_kib < 60 << 10; }));
  CHECK(metered.meter().look().peak_kib > 80 << 10);
}

TEST_CASE("Memory that came and went between two looks is in the peak") {
  Metered metered{"import time; b = bytearray(40 << 20); del b; print(flush=True); time.sleep(1000)",
                  "/usr/bin/python3"};
  metered.wait();
  const auto usage = metered.meter().look();
  CHECK(usage.memory_kib < 40 << 10);
  CHECK(usage.peak_kib > 40 << 10);
}

TEST_CASE("Context switches are counted over all threads") {
  Metered metered{
      "import threading, time\n"
      "def nap():\n  for i in range(90): time.sleep(0.001)\n"  // some end before they begin
      "  time.sleep(1000)\n"
      "for i in range(2): threading.Thread(target=nap).start()\n",
      "/usr/bin/python3"};
  CHECK(eventually([&] { return metered.meter().look().voluntary_switches >= 100; }));
}

TEST_CASE("The group that counts a process's memory is found in either version of control groups") {
  CHECK(memory_group_of("9:name=systemd:/\n4:memory:/bots/7\n0::/\n") == "/bots/7");
  CHECK(memory_group_of("0::/user.slice/bot\n") == "/user.slice/bot");
  CHECK(memory_group_of("").empty());
  CHECK_FALSE(has_own_memory_group(::getpid()));
}

TEST_CASE("A stopwatch does not count CPU time before its start") {
  Metered metered{burn + "echo done; read line"};
  metered.wait();
  CpuStopwatch stopwatch{metered.meter()};
  stopwatch.start();
  std::this_thread::sleep_for(100ms);
  CHECK(stopwatch.used(1ms) < 10ms);
  CHECK(metered.meter().cpu().total > 10ms);
}

TEST_CASE("A stopwatch charges what a child used that was started after it, also when it has ended") {
  Metered metered{"(" + burn + "); echo burnt; read line; (" + burn + burn + burn +
                  "); echo done; sleep 1000"};
  metered.wait();
  CpuStopwatch stopwatch{metered.meter()};
  stopwatch.start();
  metered.go_on();
  metered.wait();
  CHECK(stopwatch.used(1ms) > 10ms);
}

TEST_CASE("CPU time of unknown precision is charged at its lower bound") {
  CHECK(used_between({10ms, 0ms}, {30ms, 0ms}) == 20ms);
  CHECK(used_between({10ms, 0ms}, {60ms, 40ms}) == 30ms);
  CHECK(used_between({10ms, 0ms}, {20ms, 10ms}) == 0ms);
}

}  // namespace
}  // namespace tribunal
