#include "bots/process/probe.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <poll.h>
#include <sstream>
#include <thread>
#include <unistd.h>

#include "bots/sandbox/cgroup.hpp"
#include "bots/sandbox/profile.hpp"
#include "bots/sandbox/syscall_filter.hpp"
#include "bots/system/process_table.hpp"

namespace tribunal {
namespace {

std::string sysctl(const std::string& name) {
  auto value = read_proc_file("/proc/sys/" + name);
  if (value.ends_with('\n')) value.pop_back();
  return value;
}

bool exists(const char* file) {
  std::error_code ignored;
  return std::filesystem::exists(file, ignored);
}

using std::chrono::steady_clock;
using namespace std::chrono_literals;

/// Limits that are small enough for a test to exceed them quickly. Every process needs some pages of memory,
/// whose size depends on the machine.
const Resources& probed() {
  static const Resources limits{.memory_mb = static_cast<int>(4 * ::sysconf(_SC_PAGESIZE) / 1024),
                                .processes = 16,
                                .open_files = 32,
                                .file_mb = 1,
                                .tmp_mb = 1};
  return limits;
}
constexpr std::chrono::seconds patience{60};  // long enough for a slow machine

// The sandbox may hide the folders of PATH.
constexpr std::string_view with_tools = "PATH=$PATH:/usr/bin:/bin\n";
// A script that examines the sandbox from within, for any shell. It writes lines `NAME VALUE`. Nearly every
// command that plays runs it first, so it starts few programs. Processes that wait read from the script's
// input, which stays open.
constexpr auto look_at_limits = R"(
exec 3<&0
echo files $(ulimit -n)
echo core $(ulimit -c)
while read name value rest; do case $name in Uid:) echo user $value;; Seccomp:) echo filter $value;; esac; done </proc/self/status
word=$( exec 2>/dev/null; all=; trap 'kill $all; wait' EXIT; i=0
  while [ $i -lt 24 ]; do read never <&3 >/dev/null & all="$all $!"; i=$((i + 1)); done; echo many )
echo processes ${word:-few}
)";
constexpr auto look_at_walls = R"(
tried() { if ( eval "$2" ) >/dev/null 2>&1; then echo $1 yes; else echo $1 no; fi; }
read first </proc/1/comm; echo first $first
networks=0; while read line; do case $line in *:*) networks=$((networks + 1));; esac; done </proc/net/dev; echo networks $networks
tried write-system 'echo > /usr/tribunal'
tried write-root 'echo > /tribunal'
tried more-namespaces 'unshare --user true'
tried write-tmp 'echo > /tmp/tribunal'
tried write-too-much 'head -c 3000000 /dev/zero > /tmp/tribunal'
)";
/// A script that is killed for the memory that it uses.
std::string use_too_much() {
  return fmt::format("echo looked\ndd if=/dev/zero of=/dev/null bs={}M count=1 2>/dev/null\n",
                     2 * probed().memory_mb);
}
constexpr auto last_word = "echo done";

using Findings = std::map<std::string, std::string, std::less<>>;

/// The output and the end of a command.
struct Heard {
  std::string output;
  std::string errors;
  bool in_time = true;
  std::string killed_for;  ///< limit for which the sandbox killed it; else empty
};

/// Reads both streams to their ends. False if that took too long.
bool hear(const Launched& launched, Heard& heard) {
  std::array<pollfd, 2> ends{{{launched.output.get(), POLLIN, 0}, {launched.errors.get(), POLLIN, 0}}};
  const std::array<std::string*, 2> texts{&heard.output, &heard.errors};
  const auto until = steady_clock::now() + patience;
  while (ends[0].fd >= 0 || ends[1].fd >= 0) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - steady_clock::now());
    if (left.count() <= 0) return false;
    ::poll(ends.data(), ends.size(), static_cast<int>(left.count()));
    for (std::size_t i = 0; i < ends.size(); ++i) {
      if (ends.at(i).fd < 0 || ends.at(i).revents == 0) continue;
      std::array<char, 4096> block{};
      const auto count = ::read(ends.at(i).fd, block.data(), block.size());
      if (count > 0) {
        texts.at(i)->append(block.data(), static_cast<std::size_t>(count));
      } else if (count == 0 || (errno != EAGAIN && errno != EINTR)) {
        ends.at(i).fd = -1;
      }
    }
    if (heard.output.ends_with("done\n")) return true;  // children may keep its pipes open
  }
  return true;
}

/// Runs `words` to their end. The error is the reason that they could not be run.
Result<Heard> run(Host& host, std::vector<std::string> words, const Sandbox& sandbox) {
  const auto launched = host.launch({std::move(words), "/"}, sandbox);
  if (!launched) return std::unexpected{launched.error().message};
  Heard heard;
  heard.in_time = hear(*launched, heard);
  heard.killed_for = host.dismiss(launched->pid).reason;
  return heard;
}

Sandbox sandbox_at(SandboxLevel level) { return {.level = level, .resources = probed()}; }

Findings findings_of(const std::string& output) {
  Findings findings;
  std::istringstream lines{output};
  for (std::string line; std::getline(lines, line);) {
    const auto space = line.find(' ');
    findings[line.substr(0, space)] = space == std::string::npos ? "" : line.substr(space + 1);
  }
  return findings;
}

struct Promise {
  SandboxLevel from;  ///< lowest level that makes it
  std::string_view name;
  std::string value;
  std::string_view broken;
};

std::string broken_promise(const Findings& findings, SandboxLevel level) {
  const std::array promises{
      Promise{SandboxLevel::limits, "files", std::to_string(probed().open_files),
              "open files are not limited"},
      Promise{SandboxLevel::limits, "core", "0", "core files are written"},
      Promise{SandboxLevel::limits, "processes", "few", "the number of processes is not limited"},
      Promise{SandboxLevel::bwrap, "first", "bwrap", "other processes are visible"},
      Promise{SandboxLevel::bwrap, "networks", "1", "there is a network"},
      Promise{SandboxLevel::bwrap, "write-system", "no", "/usr can be written"},
      Promise{SandboxLevel::bwrap, "write-root", "no", "/ can be written"},
      Promise{SandboxLevel::bwrap, "more-namespaces", "no", "it can create user namespaces"},
      Promise{SandboxLevel::bwrap, "write-tmp", "yes", "/tmp cannot be written"},
      Promise{SandboxLevel::bwrap, "write-too-much", "no", "/tmp and files are not limited"}};
  for (const auto& promise : promises) {
    if (level < promise.from) continue;
    const auto found = findings.find(promise.name);
    if (found == findings.end() || found->second != promise.value) return std::string{promise.broken};
  }
  if (::geteuid() == 0 && findings.find("user")->second == "0") return "it runs as root";
  const auto filter = findings.find("filter");
  const bool filtered = filter != findings.end() && filter->second == "2";  // proc(5), Seccomp
  if (kernel_filters_syscalls() && !filtered) return "system calls are not filtered";
  return {};
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

struct Problem {
  std::string text;       ///< text of the problem; empty if there is none
  bool may_pass = false;  ///< whether the machine may only have been short of a resource
};

/// Whether the system or a shell reports that the machine is short of a resource.
bool tells_of_shortage(const std::string& errors) {
  return errors.contains("annot fork") ||
         std::ranges::any_of(std::array{EAGAIN, ENOMEM, EMFILE, ENFILE},
                             [&](int error) { return errors.contains(std::strerror(error)); });
}

Problem problem_now(Host& host, SandboxLevel level) {
  const bool walls = level >= SandboxLevel::bwrap;
  const bool memory = level == SandboxLevel::bwrap_cgroup;
  const auto script = std::string{with_tools} + look_at_limits + (walls ? look_at_walls : "") +
                      (memory ? use_too_much() : "") + last_word;
  const auto heard = run(host, {"/bin/sh", "-c", script}, sandbox_at(level));
  if (!heard) return {heard.error().text(), tells_of_shortage(heard.error().text())};
  if (tells_of_shortage(heard->errors)) return {first_line(heard->errors), true};
  const auto findings = findings_of(heard->output);
  if (findings.contains(memory ? "looked" : "done")) {
    auto broken = broken_promise(findings, level);
    if (!broken.empty() || !memory || !heard->killed_for.empty()) return {std::move(broken)};
    if (heard->in_time) return {"the memory of a group of processes is not limited"};
  }
  if (!heard->in_time) return {"a command in it did not end"};
  if (heard->errors.empty()) return {"a command in it ended at once", true};
  return {first_line(heard->errors)};
}

/// The problem of a level. A temporary shortage, for example of processes, is not a reason to reject a level,
/// so the test is repeated.
std::string problem_of(Host& host, SandboxLevel level) {
  auto problem = problem_now(host, level);
  for (const auto pause : {100ms, 400ms, 1600ms}) {
    if (!problem.may_pass) break;
    std::this_thread::sleep_for(pause);
    problem = problem_now(host, level);
  }
  return problem.text;
}

}  // namespace

HostCapabilities HostCapabilities::look() {
  const auto tools = Tools::find();
  const auto cgroups = own_cgroups();
  return {.root = ::geteuid() == 0,
          .has_setpriv = !tools.setpriv.empty(),
          .has_bwrap = !tools.bwrap.empty(),
          .user_namespaces = sysctl("user/max_user_namespaces"),
          .unprivileged = sysctl("kernel/unprivileged_userns_clone"),
          .apparmor = sysctl("kernel/apparmor_restrict_unprivileged_userns"),
          .in_container = exists("/.dockerenv") || exists("/run/.containerenv"),
          .unified_cgroups = cgroups && cgroups->unified};
}

std::string level_hint(SandboxLevel level, const HostCapabilities& host) {
  if (level <= SandboxLevel::limits) return {};
  if (host.root && !host.has_setpriv) return "apt-get install util-linux";
  if (!host.has_bwrap) return "apt-get install bubblewrap";
  if (host.user_namespaces == "0") return "sysctl -w user.max_user_namespaces=15000, as root";
  if (host.unprivileged == "0") return "sysctl -w kernel.unprivileged_userns_clone=1, as root";
  if (host.apparmor == "1" && !host.root)
    return "an AppArmor profile that lets tribunal and bwrap create user namespaces, or sysctl -w "
           "kernel.apparmor_restrict_unprivileged_userns=0, as root";
  if (level == SandboxLevel::bwrap_cgroup) {
    if (host.root) return "a writable cgroup file system (in a container: mount it writable)";
    if (host.unified_cgroups)
      return "systemd-run --user --scope -p Delegate=yes tribunal ..., which gives it a group of its own";
    return "start it as root: cgroups of version 1 are not available to ordinary users";
  }
  if (host.in_container)
    return "a container that may create namespaces: docker run --security-opt seccomp=unconfined "
           "--security-opt "
           "systempaths=unconfined, or --privileged";
  return "a kernel that lets this user create user namespaces (user_namespaces(7))";
}

LevelProbe probe(Host& host, SandboxLevel level) {
  LevelProbe found{.level = level};
  if (level == SandboxLevel::none) return found;
  found.problem = problem_of(host, level);
  if (found.works()) return found;
  const auto without = level == SandboxLevel::bwrap_cgroup ? problem_of(host, SandboxLevel::bwrap) : "";
  if (!without.empty()) {
    found.problem = "it needs bwrap, which does not work: " + without;
  } else {
    found.hint = level_hint(level, HostCapabilities::look());
  }
  return found;
}

std::string refusal(const LevelProbe& probe) {
  return "the sandbox level '" + std::string{name_of(probe.level)} +
         "' is not available here: " + probe.problem +
         (probe.hint.empty() ? "" : "; to get it: " + probe.hint);
}

std::vector<std::string> lacks_of_cgroups(Host& host) {
  const auto launched = host.launch({{"/bin/true"}, "/"}, sandbox_at(SandboxLevel::bwrap_cgroup));
  if (!launched) return {};
  host.dismiss(launched->pid);
  std::vector<std::string> lacks;
  if (!launched->controls.cpu_time)
    lacks.emplace_back("CPU time is counted process by process: there is no cgroup for it (cpuacct)");
  if (!launched->controls.idle)
    lacks.emplace_back(
        "bots that compute between their questions are not throttled: no cgroup can be idle (cpu.idle, Linux "
        "5.15)");
  return lacks;
}

std::vector<std::string> lacks_of_kernel() {
  if (kernel_filters_syscalls()) return {};
  return {
      "NO FILTER OF SYSTEM CALLS at any level: this kernel has no seccomp (CONFIG_SECCOMP_FILTER); "
      "tribunal help attacks says what bots can do then"};
}

std::string bwrap_version() {
  const auto bwrap = Tools::find().bwrap;
  if (bwrap.empty()) return {};
  Host host;
  const auto heard = run(host, {bwrap, "--version"}, {});
  if (!heard) return {};
  const auto line = first_line(heard->output);
  return line.substr(line.rfind(' ') + 1);
}

SandboxLevel highest_level(Host& host) {
  for (const auto level : {SandboxLevel::bwrap_cgroup, SandboxLevel::bwrap, SandboxLevel::limits})
    if (probe(host, level).works()) return level;
  return SandboxLevel::none;
}

}  // namespace tribunal
