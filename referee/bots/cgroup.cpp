#include "bots/cgroup.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdint>
#include <fcntl.h>
#include <map>
#include <random>
#include <ranges>
#include <sstream>
#include <thread>
#include <unistd.h>

#include "bots/process_table.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view home_prefix = "tribunal-";

bool write_to(const fs::path& file, const std::string& text) {
  const Descriptor descriptor{::open(file.c_str(), O_WRONLY | O_CLOEXEC)};
  return descriptor &&
         ::write(descriptor.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

bool make_folder(const fs::path& folder) {
  std::error_code error;
  return fs::create_directory(folder, error) && !error;
}

/// A group is busy for a moment after its last process has ended.
void remove_group(const fs::path& folder) {
  constexpr int most_tries = 200;
  for (int i = 0; i < most_tries && ::rmdir(folder.c_str()) != 0 && errno == EBUSY; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds{1});
}

std::vector<fs::path> folders_in(const fs::path& folder) {
  std::vector<fs::path> folders;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator{folder, error})
    if (entry.is_directory(error)) folders.push_back(entry.path());
  return folders;
}

void kill_all_in(const fs::path& group) {
  std::istringstream processes{read_proc_file(group / "cgroup.procs")};
  for (pid_t pid = 0; processes >> pid;) ::kill(pid, SIGKILL);
}

/// `tribunal-PID-...` of a program that is no more.
bool is_stale(const fs::path& home) {
  const auto name = home.filename().string();
  if (!name.starts_with(home_prefix)) return false;
  pid_t pid = 0;
  std::from_chars(name.data() + home_prefix.size(), name.data() + name.size(), pid);
  return pid > 0 && ::kill(pid, 0) != 0 && errno == ESRCH;
}

void remove_stale_homes(const fs::path& base) {
  for (const auto& home : folders_in(base)) {
    if (!is_stale(home)) continue;
    for (const auto& group : folders_in(home)) {
      kill_all_in(group);
      remove_group(group);
    }
    remove_group(home);
  }
}

std::string fresh_name() {
  std::random_device random;
  return std::string{home_prefix} + std::to_string(::getpid()) + '-' + std::to_string(random());
}

/// Sees to it that groups in `folder` of version 2 can limit what `controller` does.
bool enable(const fs::path& folder, const char* controller) {
  std::istringstream words{read_proc_file(folder / "cgroup.subtree_control")};
  for (std::string word; words >> word;)
    if (word == controller) return true;
  return write_to(folder / "cgroup.subtree_control", std::string{"+"} + controller);
}

/// `memory` for version 1, empty for version 2: the kind of a mount; and where it is.
std::map<std::string, fs::path, std::less<>> mounts_in(std::string_view mountinfo) {
  std::map<std::string, fs::path, std::less<>> mounts;
  std::istringstream lines{std::string{mountinfo}};
  for (std::string line; std::getline(lines, line);) {
    const auto dash = line.find(" - ");
    if (dash == std::string::npos) continue;
    std::istringstream head{line.substr(0, dash)};
    std::istringstream tail{line.substr(dash + 3)};
    std::string word;
    std::string place;
    for (int i = 0; i < 5; ++i) head >> place;
    std::string type;
    std::string options;
    tail >> type >> word >> options;
    if (type == "cgroup2") mounts.emplace("", place);
    if (type != "cgroup") continue;
    std::istringstream controllers{options};
    while (std::getline(controllers, word, ',')) mounts.emplace(word, place);
  }
  return mounts;
}

/// The group of this program for a controller, `/` if it is not said.
std::string group_in(std::string_view own_groups, std::string_view controller) {
  std::istringstream lines{std::string{own_groups}};
  for (std::string line; std::getline(lines, line);) {
    const auto first = line.find(':');
    const auto second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    std::istringstream names{line.substr(first + 1, second - first - 1)};
    std::string name;
    bool found = second == first + 1 && controller.empty();
    while (std::getline(names, name, ',')) found = found || (!controller.empty() && name == controller);
    if (found) return line.substr(second + 1);
  }
  return "/";
}

fs::path join(const fs::path& mount, const std::string& group) {
  return group == "/" ? mount : mount / group.substr(1);
}

}  // namespace

std::optional<CgroupPlace> find_cgroups(std::string_view mountinfo, std::string_view own_groups) {
  const auto mounts = mounts_in(mountinfo);
  const auto place_of = [&](const char* controller) {
    const auto mount = mounts.find(controller);
    return mount == mounts.end() ? fs::path{} : join(mount->second, group_in(own_groups, controller));
  };
  if (const auto memory = place_of("memory"); !memory.empty())
    return CgroupPlace{false, memory, place_of("pids"), mounts.find("memory")->second};
  if (const auto unified = place_of(""); !unified.empty())
    return CgroupPlace{true, unified, unified, mounts.find("")->second};
  return std::nullopt;
}

std::optional<CgroupPlace> own_cgroups() {
  return find_cgroups(read_proc_file("/proc/self/mountinfo"), read_proc_file("/proc/self/cgroup"));
}

Cgroup::Cgroup(std::vector<fs::path> folders, bool unified)
    : folders_{std::move(folders)}, unified_{unified} {}

Cgroup::~Cgroup() {
  for (const auto& folder : folders_) remove_group(folder);
}

std::vector<Descriptor> Cgroup::doors() const {
  std::vector<Descriptor> doors;
  for (const auto& folder : folders_)
    doors.emplace_back(::open((folder / "cgroup.procs").c_str(), O_WRONLY | O_CLOEXEC));
  return doors;
}

bool Cgroup::ran_out_of_memory() const {
  std::istringstream lines{
      read_proc_file(folders_.front() / (unified_ ? "memory.events" : "memory.oom_control"))};
  std::string name;
  for (std::int64_t count = 0; lines >> name >> count;)
    if (name == "oom_kill") return count > 0;
  return false;
}

/// A group with processes in it enables nothing for the groups below it; so this program itself must go
/// below, and then it works if nothing else is there.
bool CgroupHome::settle_unified(const fs::path& base, bool is_own) {
  const auto& home = folders_.front();
  if (is_own && !enable(base, "memory")) {
    const auto referee = home / "referee";
    if (!make_folder(referee)) return false;
    folders_.push_back(referee);
    if (!write_to(referee / "cgroup.procs", "0")) return false;
    left_ = base;
  }
  const bool done = enable(base, "memory") && enable(home, "memory");
  if (done && enable(base, "pids")) enable(home, "pids");
  return done;
}

std::expected<CgroupHome, std::string> CgroupHome::make() {
  const auto place = own_cgroups();
  if (!place) return std::unexpected{"no cgroup file system is mounted"};
  const auto name = fresh_name();
  for (const auto& base : {place->memory, place->topmost}) {
    remove_stale_homes(base);
    CgroupHome home{place->unified};
    if (!make_folder(base / name)) continue;
    home.folders_.push_back(base / name);
    if (place->unified && !home.settle_unified(base, base == place->memory)) continue;
    if (!place->unified && !place->pids.empty()) {
      remove_stale_homes(place->pids);
      if (make_folder(place->pids / name)) home.folders_.push_back(place->pids / name);
    }
    return home;
  }
  return std::unexpected{"no group that limits memory can be made in " + place->memory.string()};
}

CgroupHome::~CgroupHome() {
  if (!left_.empty()) {
    for (const auto* const controller : {"-memory", "-pids"}) {
      write_to(folders_.front() / "cgroup.subtree_control", controller);
      write_to(left_ / "cgroup.subtree_control", controller);
    }
    write_to(left_ / "cgroup.procs", "0");
  }
  for (const auto& folder : std::views::reverse(folders_)) remove_group(folder);
}

std::expected<Cgroup, std::string> CgroupHome::make_group(const std::string& name, const Resources& resources,
                                                          int own_processes) const {
  const auto bytes = std::to_string(std::int64_t{resources.memory_mb} << 20U);
  const auto processes = std::to_string(resources.processes + own_processes);
  const auto& memory = folders_.front();
  std::vector<fs::path> folders;
  if (make_folder(memory / name)) folders.push_back(memory / name);
  if (!unified_ && folders_.size() > 1 && make_folder(folders_.back() / name))
    folders.push_back(folders_.back() / name);
  Cgroup group{std::move(folders), unified_};
  const bool limited = unified_ ? write_to(memory / name / "memory.max", bytes)
                                : write_to(memory / name / "memory.limit_in_bytes", bytes);
  if (!limited) return std::unexpected{"no group that limits memory can be made in " + memory.string()};
  // What is not there is not to be had; the memory in use is limited all the same.
  if (unified_) {
    write_to(memory / name / "memory.swap.max", "0");
    write_to(memory / name / "memory.oom.group", "1");
    write_to(memory / name / "pids.max", processes);
  } else {
    write_to(memory / name / "memory.memsw.limit_in_bytes", bytes);
    if (folders_.size() > 1) write_to(folders_.back() / name / "pids.max", processes);
  }
  return group;
}

}  // namespace tribunal
