#include "bots/sandbox/cgroup.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdint>
#include <fcntl.h>
#include <fmt/format.h>
#include <map>
#include <sstream>
#include <sys/stat.h>
#include <sys/types.h>
#include <thread>
#include <unistd.h>

#include "base/durable_files.hpp"
#include "bots/system/process_table.hpp"
#include "bots/system/random_bits.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view all_owners = "tribunal-";
constexpr std::string_view owner_suffix = "-owner";

std::string unused_name() { return fmt::format("{}{}-{}", all_owners, ::getpid(), random_bits()); }

fs::path group_of(const std::string& owner, const fs::path& base) {
  return base / (owner + std::string{owner_suffix});
}

/// The part `tribunal-PID-RANDOM` of a group's name. Empty if the group is not Tribunal's.
std::string owner_in(const std::string& group) {
  if (!group.starts_with(all_owners)) return {};
  const auto before_random = group.find('-', all_owners.size());
  if (before_random == std::string::npos) return {};
  const auto end = group.find('-', before_random + 1);
  return end == std::string::npos ? std::string{} : group.substr(0, end);
}

/// Takes an exclusive lock on the group. Empty if another program has locked it, or if it has been removed.
Descriptor lock_group(const fs::path& folder) {
  Descriptor lock{::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
  if (!lock || !lock_in_place(lock, folder)) return {};
  return lock;
}

/// Writes `text` to a file of a group in one write(2). False if the write fails.
bool write_to_group(const fs::path& file, std::string_view text) {
  const Descriptor descriptor{::open(file.c_str(), O_WRONLY | O_CLOEXEC)};
  return descriptor &&
         ::write(descriptor.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

/// Kills the processes of a group. In version 1 there is no `cgroup.kill`, and processes of other PID
/// namespaces, which have no pid here, are listed as 0.
void kill_all_in(const fs::path& group) {
  if (write_to_group(group / "cgroup.kill", "1")) return;
  std::istringstream processes{read_proc_file(group / "cgroup.procs")};
  for (pid_t pid = 0; processes >> pid;)
    if (pid > 0) ::kill(pid, SIGKILL);
}

using GroupsByOwner = std::map<std::string, std::vector<fs::path>, std::less<>>;

GroupsByOwner groups_by_owner(const fs::path& base) {
  GroupsByOwner groups;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator{base, error}) {
    const auto owner = owner_in(entry.path().filename().string());
    if (!owner.empty() && entry.is_directory(error)) groups[owner].push_back(entry.path());
  }
  return groups;
}

/// Makes `controller` usable by groups in `folder` of version 2. False on failure.
bool enable(const fs::path& folder, const char* controller) {
  std::istringstream words{read_proc_file(folder / "cgroup.subtree_control")};
  for (std::string word; words >> word;)
    if (word == controller) return true;
  return write_to_group(folder / "cgroup.subtree_control", std::string{"+"} + controller);
}

/// The cgroup mounts: from the controller, such as `memory`, for version 1, or an empty text for version 2,
/// to the mount point.
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

/// The group of a process for a controller; the single hierarchy of version 2 has an empty one. None if no
/// group is listed. Parses lines `NUMBER:CONTROLLERS:PATH`.
std::optional<std::string> group_in(std::string_view own_groups, std::string_view controller) {
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
  return std::nullopt;
}

CgroupFolders all_in(const fs::path& folder) { return {folder, folder, folder, folder}; }

fs::path join(const fs::path& mount, const std::string& group) {
  return group == "/" ? mount : mount / group.substr(1);
}

}  // namespace

void remove_group(const fs::path& folder) {
  constexpr int most_tries = 200;
  for (int i = 0; i < most_tries && ::rmdir(folder.c_str()) != 0 && errno == EBUSY; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds{1});
}

/// The lock taken here keeps other programs from removing the same groups. An owner's group is created before
/// all other groups of its program and removed after them. If it is missing, the program is gone.
void remove_stale_groups(const fs::path& base) {
  for (const auto& [owner, groups] : groups_by_owner(base)) {
    const auto claimed = group_of(owner, base);
    const auto lock = lock_group(claimed);
    std::error_code error;
    if (!lock && fs::exists(claimed, error)) continue;
    for (const auto& group : groups) kill_all_in(group);
    for (const auto& group : groups)
      if (group != claimed) remove_group(group);
    if (lock) remove_group(claimed);
  }
}

/// If a program that removes stale groups runs between the creation and the lock, this tries again. Other
/// users cannot open the folder, and so cannot lock it.
std::optional<CgroupOwner::Claim> CgroupOwner::claim_in(const fs::path& base, const std::string& name) {
  constexpr int most_tries = 100;
  const auto folder = group_of(name, base);
  for (int i = 0; i < most_tries; ++i) {
    if (::mkdir(folder.c_str(), S_IRWXU) != 0 && errno != EEXIST) return std::nullopt;
    if (auto lock = lock_group(folder)) return Claim{folder, std::move(lock)};
    std::this_thread::sleep_for(std::chrono::milliseconds{1});
  }
  return std::nullopt;
}

std::optional<CgroupOwner> CgroupOwner::claim(const std::vector<fs::path>& bases) {
  CgroupOwner owner;
  owner.name_ = unused_name();
  for (const auto& base : bases) {
    if (auto claim = claim_in(base, owner.name_)) {
      owner.claims_.push_back(std::move(*claim));
    } else if (std::error_code error;
               owner.claims_.empty() || fs::exists(group_of(owner.name_, base), error)) {
      return std::nullopt;
    }
  }
  return owner;
}

CgroupOwner::~CgroupOwner() {
  for (const auto& claim : claims_) remove_group(claim.folder);
}

std::optional<CgroupPlace> find_cgroups(std::string_view mountinfo, std::string_view own_groups) {
  const auto mounts = mounts_in(mountinfo);
  const auto place_of = [&](const char* controller) {
    const auto mount = mounts.find(controller);
    return mount == mounts.end() ? fs::path{}
                                 : join(mount->second, group_in(own_groups, controller).value_or("/"));
  };
  if (const auto memory = place_of("memory"); !memory.empty()) {
    const CgroupFolders own{memory, place_of("pids"), place_of("cpu"), place_of("cpuacct")};
    return CgroupPlace{false, own, mounts.find("memory")->second};
  }
  if (const auto unified = place_of(""); !unified.empty())
    return CgroupPlace{true, all_in(unified), mounts.find("")->second};
  return std::nullopt;
}

std::string memory_group_of(std::string_view cgroup) {
  if (auto group = group_in(cgroup, "memory")) return *std::move(group);
  return group_in(cgroup, "").value_or("");
}

std::optional<CgroupPlace> own_cgroups() {
  return find_cgroups(read_proc_file("/proc/self/mountinfo"), read_proc_file("/proc/self/cgroup"));
}

std::vector<fs::path> CgroupFolders::all() const {
  std::vector<fs::path> folders;
  for (const auto* const folder : {&memory, &pids, &cpu, &cpuacct})
    if (!folder->empty() && std::ranges::find(folders, *folder) == folders.end()) folders.push_back(*folder);
  return folders;
}

/// Parses nanoseconds (version 1), or lines such as `usage_usec NUMBER` (version 2).
std::optional<std::chrono::nanoseconds> read_group_time(const Descriptor& cpu_time) {
  constexpr std::string_view unified = "usage_usec ";
  std::array<char, 256> bytes{};
  const auto count = cpu_time ? ::pread(cpu_time.get(), bytes.data(), bytes.size(), 0) : -1;
  if (count <= 0) return std::nullopt;
  std::string_view text{bytes.data(), static_cast<std::size_t>(count)};
  const bool in_us = text.starts_with(unified);
  if (in_us) text.remove_prefix(unified.size());
  std::int64_t number = 0;
  if (std::from_chars(text.data(), text.data() + text.size(), number).ec != std::errc{}) return std::nullopt;
  return in_us ? std::chrono::microseconds{number} : std::chrono::nanoseconds{number};
}

Cgroup::Cgroup(CgroupFolders folders, bool unified) : folders_{std::move(folders)}, unified_{unified} {}

Cgroup::~Cgroup() {
  for (const auto& folder : folders_.all()) remove_group(folder);
}

/// In version 1, a thread that moves only itself waits for nothing. To move a whole process, the kernel first
/// waits for all processors, which takes milliseconds (cgroup_procs_write_start in kernel/cgroup/cgroup.c).
/// Version 2 always does so, except for a process that is born in the group.
CgroupEntry Cgroup::entry() const {
  CgroupEntry entry;
  if (unified_) entry.folder = Descriptor{::open(folders_.memory.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)};
  for (const auto& folder : folders_.all()) {
    const auto file = folder / (unified_ ? "cgroup.procs" : "tasks");
    entry.procs_files.emplace_back(::open(file.c_str(), O_WRONLY | O_CLOEXEC));
  }
  return entry;
}

CgroupControls Cgroup::controls() const {
  const auto open = [](const fs::path& folder, const char* file, int flags) {
    return Descriptor{folder.empty() ? -1 : ::open((folder / file).c_str(), flags | O_CLOEXEC)};
  };
  return {open(folders_.cpuacct, unified_ ? "cpu.stat" : "cpuacct.usage", O_RDONLY),
          open(folders_.cpu, "cpu.idle", O_WRONLY)};
}

bool Cgroup::ran_out_of_memory() const {
  std::istringstream lines{
      read_proc_file(folders_.memory / (unified_ ? "memory.events" : "memory.oom_control"))};
  std::string name;
  for (std::int64_t count = 0; lines >> name >> count;)
    if (name == "oom_kill") return count > 0;
  return false;
}

CgroupHome::CgroupHome(CgroupFolders bases, bool unified, CgroupOwner owner)
    : bases_{std::move(bases)}, unified_{unified}, owner_{std::move(owner)} {}

/// Enables the controllers of version 2. A group that contains processes cannot enable them for the groups
/// below it. Therefore, if this program is in that group, it moves itself below. That works if no other
/// process is there.
bool CgroupHome::settle(bool is_own) {
  const auto& base = bases_.memory;
  if (is_own && !enable(base, "memory")) {
    if (!write_to_group(owner_.first() / "cgroup.procs", "0")) return false;
    left_ = base;
  }
  const bool done = enable(base, "memory");
  for (const auto* const controller : {"pids", "cpu"})
    if (done) enable(base, controller);
  return done;
}

Result<CgroupHome> CgroupHome::make() {
  const auto place = own_cgroups();
  if (!place) return std::unexpected{"no cgroup file system is mounted"};
  for (const auto& base : place->own.all()) remove_stale_groups(base);
  remove_stale_groups(place->topmost);
  for (const auto& base : {place->own.memory, place->topmost}) {
    auto bases = place->unified ? all_in(base) : place->own;
    bases.memory = base;
    auto owner = CgroupOwner::claim(bases.all());
    if (!owner) continue;
    CgroupHome home{std::move(bases), place->unified, std::move(*owner)};
    if (!place->unified || home.settle(base == place->own.memory)) return home;
  }
  return std::unexpected{"no group that limits memory can be made in " + place->own.memory.string()};
}

CgroupHome::~CgroupHome() {
  if (left_.empty()) return;
  for (const auto* const controller : {"-memory", "-pids", "-cpu"})
    write_to_group(left_ / "cgroup.subtree_control", controller);
  write_to_group(left_ / "cgroup.procs", "0");
}

/// Creates the folders of group `name`, as far as possible.
CgroupFolders CgroupHome::make_folders(const std::string& name) const {
  std::vector<fs::path> made;
  const auto make_in = [&](const fs::path& base) {
    if (base.empty()) return fs::path{};
    auto folder = base / (owner_.name() + '-' + name);
    if (std::ranges::find(made, folder) == made.end()) {
      if (std::error_code error; !fs::create_directory(folder, error)) return fs::path{};
      made.push_back(folder);
    }
    return folder;
  };
  return {make_in(bases_.memory), make_in(bases_.pids), make_in(bases_.cpu), make_in(bases_.cpuacct)};
}

Result<Cgroup> CgroupHome::make_group(const std::string& name, const Resources& resources,
                                      int own_processes) const {
  const auto bytes = std::to_string(std::int64_t{resources.memory_mb} << 20U);
  const auto folders = make_folders(name);
  Cgroup group{folders, unified_};
  const auto limit = [](const fs::path& folder, const char* file, const std::string& value) {
    return !folder.empty() && write_to_group(folder / file, value);
  };
  if (!limit(folders.memory, unified_ ? "memory.max" : "memory.limit_in_bytes", bytes))
    return std::unexpected{"no group that limits memory can be made in " + bases_.memory.string()};
  // Without this file of the kernel, the memory in use is still limited.
  if (unified_) {
    limit(folders.memory, "memory.swap.max", "0");
    limit(folders.memory, "memory.oom.group", "1");
  } else {
    limit(folders.memory, "memory.memsw.limit_in_bytes", bytes);
  }
  limit(folders.pids, "pids.max", std::to_string(resources.processes + own_processes));
  return group;
}

}  // namespace tribunal
