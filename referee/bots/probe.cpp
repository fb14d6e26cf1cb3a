#include "bots/probe.hpp"

#include <array>
#include <cerrno>
#include <chrono>
#include <map>
#include <poll.h>
#include <ranges>
#include <sstream>
#include <unistd.h>

#include "bots/profile.hpp"
#include "bots/remedy.hpp"

namespace tribunal {
namespace {

using std::chrono::steady_clock;

/// Small, so that what is promised is quickly tried to the full.
constexpr Resources probed{.memory_mb = 64, .processes = 16, .open_files = 32, .file_mb = 1, .tmp_mb = 1};
constexpr std::chrono::seconds patience{60};  // a busy machine must not be taken for one without a sandbox

// What is looked at from within, a line `NAME VALUE` each, in words that every shell has.
constexpr auto look_at_limits = R"(
echo user $(id -u)
echo files $(ulimit -n)
echo core $(ulimit -c)
word=$( exec 2>/dev/null; all=; trap 'kill $all; wait' EXIT; i=0
  while [ $i -lt 40 ]; do sleep 9 >/dev/null & all="$all $!"; i=$((i + 1)); done; echo forty )
echo processes ${word:-few}
)";
constexpr auto look_at_walls = R"(
tried() { if ( eval "$2" ) >/dev/null 2>&1; then echo $1 yes; else echo $1 no; fi; }
echo first $(cat /proc/1/comm)
echo networks $(grep -c : /proc/net/dev)
tried write-system 'echo > /usr/tribunal'
tried write-root 'echo > /tribunal'
tried more-namespaces 'unshare --user true'
tried write-tmp 'echo > /tmp/tribunal'
tried write-too-much 'head -c 3000000 /dev/zero > /tmp/tribunal'
rm -f /tmp/tribunal
)";
constexpr auto last_word = "echo done";

using Findings = std::map<std::string, std::string, std::less<>>;

struct Heard {
  std::string output;
  std::string errors;
};

/// Reads both to their ends; false if that took too long.
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
  SandboxLevel from;  ///< the lowest level that makes it
  std::string_view name;
  std::string value;
  std::string_view broken;
};

std::string broken_promise(const Findings& findings, SandboxLevel level) {
  const std::array promises{
      Promise{SandboxLevel::limits, "files", std::to_string(probed.open_files), "open files are not limited"},
      Promise{SandboxLevel::limits, "core", "0", "core files are written"},
      Promise{SandboxLevel::limits, "processes", "few", "the number of processes is not limited"},
      Promise{SandboxLevel::bwrap, "first", "bwrap", "other processes are seen"},
      Promise{SandboxLevel::bwrap, "networks", "1", "there is a network"},
      Promise{SandboxLevel::bwrap, "write-system", "no", "/usr can be written"},
      Promise{SandboxLevel::bwrap, "write-root", "no", "/ can be written"},
      Promise{SandboxLevel::bwrap, "more-namespaces", "no", "it may make user namespaces"},
      Promise{SandboxLevel::bwrap, "write-tmp", "yes", "/tmp cannot be written"},
      Promise{SandboxLevel::bwrap, "write-too-much", "no", "/tmp and files are not limited"}};
  for (const auto& promise : promises) {
    if (level < promise.from) continue;
    const auto found = findings.find(promise.name);
    if (found == findings.end() || found->second != promise.value) return std::string{promise.broken};
  }
  if (::geteuid() == 0 && findings.find("user")->second == "0") return "it runs as root";
  return {};
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

/// Uses more memory than it may, in two processes, and looks whether that was its end.
std::string problem_of_memory(Host& host) {
  constexpr auto use_too_much = "head -c 200000000 /dev/zero | tail -c 150000000 >/dev/null; echo done";
  const auto launched =
      host.launch({{"/bin/sh", "-c", use_too_much}, "/"}, {.level = SandboxLevel::bwrap_cgroup,
                                                           .resources = probed,
                                                           .shown = {},
                                                           .hidden = {},
                                                           .environment = {}});
  if (!launched) return launched.error().message;
  Heard heard;
  hear(*launched, heard);
  return host.dismiss(launched->pid).reason.empty() ? "the memory of a group of processes is not limited"
                                                    : "";
}

std::string problem_of(Host& host, SandboxLevel level) {
  const bool walls = level >= SandboxLevel::bwrap;
  const auto script = std::string{look_at_limits} + (walls ? look_at_walls : "") + last_word;
  const auto launched =
      host.launch({{"/bin/sh", "-c", script}, "/"},
                  {.level = level, .resources = probed, .shown = {}, .hidden = {}, .environment = {}});
  if (!launched) return launched.error().message;
  Heard heard;
  const bool in_time = hear(*launched, heard);
  host.dismiss(launched->pid);
  const auto findings = findings_of(heard.output);
  if (findings.contains("done")) {
    auto broken = broken_promise(findings, level);
    if (broken.empty() && level == SandboxLevel::bwrap_cgroup) broken = problem_of_memory(host);
    return broken;
  }
  if (!in_time) return "a command in it did not end";
  return heard.errors.empty() ? "a command in it ended at once" : first_line(heard.errors);
}

}  // namespace

LevelProbe probe(Host& host, SandboxLevel level) {
  LevelProbe found{.level = level, .problem = {}, .remedy = {}};
  if (level == SandboxLevel::none) return found;
  found.problem = problem_of(host, level);
  if (level == SandboxLevel::bwrap_cgroup && !found.works() &&
      !problem_of(host, SandboxLevel::bwrap).empty()) {
    found.problem = "it needs bwrap, which does not work";
  } else if (!found.works()) {
    found.remedy = remedy_for(level, Ground::look());
  }
  return found;
}

std::string refusal(const LevelProbe& probe) {
  return "the sandbox level '" + std::string{name_of(probe.level)} +
         "' is not to be had here: " + probe.problem +
         (probe.remedy.empty() ? "" : "; to get it: " + probe.remedy);
}

std::string bwrap_version() {
  const auto bwrap = Tools::find().bwrap;
  if (bwrap.empty()) return {};
  Host host;
  const auto launched = host.launch({{bwrap, "--version"}, "/"}, {});
  if (!launched) return {};
  Heard heard;
  hear(*launched, heard);
  host.dismiss(launched->pid);
  const auto line = first_line(heard.output);
  return line.substr(line.rfind(' ') + 1);
}

SandboxLevel highest_level(Host& host) {
  for (const auto level : {SandboxLevel::bwrap_cgroup, SandboxLevel::bwrap, SandboxLevel::limits})
    if (probe(host, level).works()) return level;
  return SandboxLevel::none;
}

}  // namespace tribunal
