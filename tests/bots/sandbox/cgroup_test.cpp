#include "bots/sandbox/cgroup.hpp"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <sstream>
#include <string>
#include <string_view>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include <catch2/catch.hpp>

#include "bots/meter/question_clock.hpp"
#include "bots/process/host.hpp"
#include "bots/process/probe.hpp"
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

/// An idle priority whose files replace those of a group.
class RestByFiles {
 public:
  /// Sets the CPU time that the bot has used so far.
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
  CHECK(bot.idle().empty());  // it was unknown
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
    "sys.stdin.readline()\n"                           // the stopwatch runs
    "signal.signal(signal.SIGCHLD, signal.SIG_IGN)\n"  // no thread waits for them
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

/// False, with a message that gives the reason, if control groups are not available here.
bool are_there_groups() {
  Host host;
  const auto found = probe(host, SandboxLevel::bwrap_cgroup);
  if (!found.works()) WARN("SKIPPED: " << found.problem);
  const auto lacks = lacks_of_cgroups(host);
  for (const auto& lack : lacks) WARN("SKIPPED: " << lack);
  return found.works() && lacks.empty();
}

TEST_CASE("A group counts children that were never waited for or seen") {
  if (!are_there_groups()) return;
  Host host;
  auto launched = host.launch({{"/usr/bin/python3", "-c", std::string{fifth_of_a_second_in_children}}, "/"},
                              {.level = SandboxLevel::bwrap_cgroup})
                      .value();
  UsageMeter meter{launched.pid, std::move(launched.controls.cpu_time)};
  CpuStopwatch stopwatch{meter};
  stopwatch.start();
  char byte = '\n';
  REQUIRE(::write(launched.input.get(), &byte, 1) == 1);
  auto count = ::read(launched.output.get(), &byte, 1);
  for (; count < 0 && errno == EAGAIN; count = ::read(launched.output.get(), &byte, 1))
    std::this_thread::sleep_for(1ms);
  REQUIRE(count == 1);
  CHECK(stopwatch.used(1ms) >= 200ms);
  host.dismiss(launched.pid);
}

/// The output of a bot until its end, or the end of a line.
std::string first_words_of(const Launched& bot) {
  std::string said;
  std::array<char, 64> bytes{};
  for (ssize_t count = -1; !said.ends_with('\n') && count != 0;) {
    count = ::read(bot.output.get(), bytes.data(), bytes.size());
    if (count > 0) said.append(bytes.data(), static_cast<std::size_t>(count));
    if (count < 0) std::this_thread::sleep_for(1ms);
  }
  return said;
}

TEST_CASE("Memory that a child used up ends the whole bot in version 2, and in version 1 the child") {
  if (!are_there_groups()) return;
  Host host;
  const auto bot = host.launch({{"/bin/sh", "-c",
                                 "dd if=/dev/zero of=/dev/null bs=150M count=1\n"
                                 "echo survived; exec sleep 1000"},
                                "/"},
                               {.level = SandboxLevel::bwrap_cgroup, .resources = {.memory_mb = 64}})
                       .value();
  CHECK(first_words_of(bot) == (own_cgroups()->unified ? "" : "survived\n"));
  CHECK(host.dismiss(bot.pid).reason == "used more than the 64 MiB of memory allowed");
}

/// The number of a process that has ended.
pid_t dead_process() {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  ::waitpid(child, nullptr, 0);
  return child;
}

/// The number of a process that waits for a signal. A second host would stay in this program's group.
pid_t sleeping_process() {
  const pid_t child = ::fork();
  if (child == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (;;) ::pause();
  }
  return child;
}

/// The path of a group with this name, in the folder in which this program may create groups.
fs::path group_named(const std::string& name) { return own_cgroups()->own.all().back() / name; }

/// A group of a program with this number, created for a test.
class MadeGroup {
 public:
  MadeGroup(pid_t owner, const std::string& suffix)
      : path_{group_named("tribunal-" + std::to_string(owner) + '-' + std::to_string(::getpid()) + '-' +
                          suffix)} {
    make();
  }
  MadeGroup(const MadeGroup&) = delete;
  MadeGroup& operator=(const MadeGroup&) = delete;
  ~MadeGroup() { ::rmdir(path_.c_str()); }

  [[nodiscard]] bool exists() const { return fs::exists(path_); }
  /// The lock of an owner's group. A concurrent test may have taken it for stale before.
  [[nodiscard]] Descriptor locked() const {
    for (;; std::this_thread::sleep_for(1ms)) {
      make();
      auto lock = opened(path_);
      if (lock && ::flock(lock.get(), LOCK_EX | LOCK_NB) == 0 && exists()) return lock;
    }
  }
  void take_in(pid_t process) const {
    const auto number = std::to_string(process);
    REQUIRE(::write(opened(path_ / "cgroup.procs", O_WRONLY).get(), number.data(), number.size()) > 0);
  }

 private:
  void make() const {
    std::error_code error;
    fs::create_directory(path_, error);
    REQUIRE_FALSE(error);
  }

  fs::path path_;
};

TEST_CASE("Groups that a killed referee left are removed with what runs in them") {
  if (!are_there_groups()) return;
  const auto sleeper = sleeping_process();
  const MadeGroup stale{dead_process(), "owner"};
  {
    const auto lock = stale.locked();  // no other program may remove it before
    stale.take_in(sleeper);
  }
  CHECK(CgroupHome::make().has_value());
  CHECK_FALSE(stale.exists());
  int status = 0;
  CHECK(::waitpid(sleeper, &status, 0) == sleeper);
  CHECK(WTERMSIG(status) == SIGKILL);
}

TEST_CASE("Groups stay as long as their owner holds its lock, whatever process has its number") {
  if (!are_there_groups()) return;
  const auto number = GENERATE(dead_process(), ::getppid());
  const MadeGroup owner{number, "owner"};
  auto lock = owner.locked();
  const MadeGroup owned{number, "0123"};
  CHECK(CgroupHome::make().has_value());
  CHECK(owner.exists());
  CHECK(owned.exists());
  lock = Descriptor{};
  CHECK(CgroupHome::make().has_value());
  CHECK_FALSE(owner.exists());
  CHECK_FALSE(owned.exists());
}

TEST_CASE("A program holds the lock of its groups as long as it has them") {
  if (!are_there_groups()) return;
  const auto base = group_named("");
  auto owner = CgroupOwner::claim({base});
  REQUIRE(owner);
  const auto folder = owner->first();
  remove_stale_groups(base);  // like a different program
  CHECK(fs::exists(folder));
  CHECK(::flock(opened(folder).get(), LOCK_EX | LOCK_NB) != 0);
  owner.reset();
  CHECK_FALSE(fs::exists(folder));
}

#ifndef __SANITIZE_THREAD__  // nothing is born in it: see clone_into
/// The folder of this program's group of version 2; empty if there is none.
fs::path unified_group() {
  for (const fs::path place : {"/sys/fs/cgroup", "/sys/fs/cgroup/unified"}) {
    std::istringstream lines{read_proc_file("/proc/self/cgroup")};
    for (std::string line; std::getline(lines, line);)
      if (line.starts_with("0::/") && fs::exists(place / "cgroup.procs") &&
          fs::exists(place / "cgroup.controllers"))
        return place / line.substr(4);
  }
  return {};
}

TEST_CASE("A process is born in a group of version 2") {
  const auto base = unified_group();
  const auto folder = base / ("tribunal-" + std::to_string(::getpid()) + "-1-birth");
  std::error_code error;
  if (base.empty() || !fs::create_directory(folder, error)) {
    WARN("SKIPPED: no group of version 2 can be made here");
    return;
  }
  const auto forked = fork_into(opened(folder, O_PATH | O_DIRECTORY));
  if (forked.pid == 0) {
    ::pause();
    ::_exit(0);
  }
  const auto members = read_proc_file(folder / "cgroup.procs");
  ::kill(forked.pid, SIGKILL);
  ::waitpid(forked.pid, nullptr, 0);
  remove_group(folder);
  REQUIRE(forked.pid > 0);
  CHECK(forked.in_group);
  CHECK(members == std::to_string(forked.pid) + '\n');
}
#endif

TEST_CASE("A process that cannot be created in a group is started and moves there") {
  const ScratchFolder no_group;
  const auto forked = fork_into(opened(no_group.path(), O_PATH | O_DIRECTORY));
  if (forked.pid == 0) ::_exit(forked.in_group ? 1 : 0);
  int status = 0;
  ::waitpid(forked.pid, &status, 0);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
  CHECK_FALSE(forked.in_group);
}

}  // namespace
}  // namespace tribunal
