#include "bots/sandbox/cgroup_owner.hpp"

#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
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

/// The part `tribunal-PID-RANDOM` of a group's name; empty if the group is not Tribunal's.
std::string owner_in(const std::string& group) {
  if (!group.starts_with(all_owners)) return {};
  const auto before_random = group.find('-', all_owners.size());
  if (before_random == std::string::npos) return {};
  const auto end = group.find('-', before_random + 1);
  return end == std::string::npos ? std::string{} : group.substr(0, end);
}

/// Takes an exclusive lock on the group; none if another program has locked it, or if it has been removed
/// meanwhile.
Descriptor lock_group(const fs::path& folder) {
  Descriptor lock{::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
  if (!lock || !lock_in_place(lock, folder)) return {};
  return lock;
}

bool is_running(const std::string& owner) {
  pid_t pid = 0;
  std::from_chars(owner.data() + all_owners.size(), owner.data() + owner.size(), pid);
  return pid > 0 && (::kill(pid, 0) == 0 || errno != ESRCH);
}

/// Kills the processes of a group. In version 1 the kernel has no `cgroup.kill`, and lists processes of other
/// PID namespaces, which have no number here, as 0.
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

}  // namespace

bool write_to_group(const fs::path& file, std::string_view text) {
  const Descriptor descriptor{::open(file.c_str(), O_WRONLY | O_CLOEXEC)};
  return descriptor &&
         ::write(descriptor.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

void remove_group(const fs::path& folder) {
  constexpr int most_tries = 200;
  for (int i = 0; i < most_tries && ::rmdir(folder.c_str()) != 0 && errno == EBUSY; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds{1});
}

/// The lock taken here keeps other programs from removing the same groups. An owner's group is made before
/// all other groups of its program and removed after them: without one, the program is gone.
void remove_stale_groups(const fs::path& base) {
  for (const auto& [owner, groups] : groups_by_owner(base)) {
    const auto claimed = group_of(owner, base);
    const auto lock = lock_group(claimed);
    std::error_code error;
    if (!lock && (fs::exists(claimed, error) || is_running(owner))) continue;
    for (const auto& group : groups) kill_all_in(group);
    for (const auto& group : groups)
      if (group != claimed) remove_group(group);
    if (lock) remove_group(claimed);
  }
}

/// A program that removes stale groups may run between the creation and the lock: then this tries again.
/// Other users cannot open the folder, and so cannot lock it.
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

}  // namespace tribunal
