#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/descriptor.hpp"
#include "base/error.hpp"
#include "bots/sandbox/sandbox.hpp"

namespace tribunal {

/// Shows other programs on the same cgroup tree that the program that created groups there is alive: it holds
/// a lock (flock(2)) on an empty group in each of their folders. The kernel releases the lock when the
/// program dies in any way. The lock is visible even where pids are not, for example from another container
/// that shares only the tree. Its destructor removes the groups.
class CgroupOwner {
 public:
  /// Chooses a unique name, and creates its group in each of `bases` that allows it. None if the first does
  /// not.
  [[nodiscard]] static std::optional<CgroupOwner> claim(const std::vector<std::filesystem::path>& bases);
  CgroupOwner(CgroupOwner&&) noexcept = default;
  CgroupOwner& operator=(CgroupOwner&&) = delete;
  ~CgroupOwner();

  /// The name of this owner, `tribunal-PID-RANDOM`. The names of all groups of this program begin with it and
  /// a `-`.
  [[nodiscard]] const std::string& name() const { return name_; }
  /// The group in the first of the folders.
  [[nodiscard]] const std::filesystem::path& first() const { return claims_.front().folder; }

 private:
  struct Claim {
    std::filesystem::path folder;
    Descriptor lock;
  };

  CgroupOwner() = default;
  [[nodiscard]] static std::optional<Claim> claim_in(const std::filesystem::path& base,
                                                     const std::string& name);

  std::string name_;
  std::vector<Claim> claims_;
};

/// Removes from `base` the groups of programs that are gone, and kills the processes in them.
void remove_stale_groups(const std::filesystem::path& base);

/// Removes a group without processes. It stays busy for a moment after its last process has ended.
void remove_group(const std::filesystem::path& folder);

/// The folders of a group of processes in the cgroup file system (cgroups(7)), one for each limited or
/// counted resource. In version 2 they are the same folder. Empty: not available.
struct CgroupFolders {
  std::filesystem::path memory;
  std::filesystem::path pids;     ///< number of processes
  std::filesystem::path cpu;      ///< priority for processors
  std::filesystem::path cpuacct;  ///< CPU time

  bool operator==(const CgroupFolders&) const = default;
  /// The different folders. The one for memory is the first.
  [[nodiscard]] std::vector<std::filesystem::path> all() const;
};

/// The groups of this program.
struct CgroupPlace {
  bool unified = false;  ///< version 2
  CgroupFolders own;
  std::filesystem::path topmost;  ///< folder of all groups, for memory

  bool operator==(const CgroupPlace&) const = default;
};

/// Finds the groups of a program in the texts of /proc/self/mountinfo and /proc/self/cgroup. Version 1 is
/// used if the memory controller is bound to it.
[[nodiscard]] std::optional<CgroupPlace> find_cgroups(std::string_view mountinfo,
                                                      std::string_view own_groups);

/// The control group that counts the memory of a process, from the text of its /proc/PID/cgroup. Empty if
/// there is none.
[[nodiscard]] std::string memory_group_of(std::string_view cgroup);

/// Finds the groups of this program. None if no cgroup file system is mounted.
[[nodiscard]] std::optional<CgroupPlace> own_cgroups();

/// The files of a bot's group that the referee reads and writes while the bot runs. Empty without a group, or
/// if the system does not have them.
struct CgroupControls {
  Descriptor cpu_time;  ///< CPU time of all processes that ever ran in it (`read_group_time`)
  Descriptor idle;      ///< `1`: its processes run at idle priority
};

/// Reads `CgroupControls::cpu_time` in either version. For a thread that is running on another core, the last
/// tick (1-10 ms) may be missing, unless its own clock was read just before.
[[nodiscard]] std::optional<std::chrono::nanoseconds> read_group_time(const Descriptor& cpu_time);

/// The ways in which a process can join a group.
struct CgroupEntry {
  Descriptor folder;  ///< version 2: a process can be born in it (`fork_into`); otherwise empty
  std::vector<Descriptor> procs_files;  ///< a process with one thread joins by writing `0` to each of these
};

/// The group of one bot's processes, whose total memory the kernel limits. Its destructor removes it. By then
/// no process may run in it.
class Cgroup {
 public:
  Cgroup(CgroupFolders folders, bool unified);
  Cgroup(Cgroup&&) noexcept = default;
  Cgroup& operator=(Cgroup&&) = delete;
  ~Cgroup();

  [[nodiscard]] CgroupEntry entry() const;
  [[nodiscard]] CgroupControls controls() const;
  /// Whether the kernel killed one of its processes because of the limit.
  [[nodiscard]] bool ran_out_of_memory() const;

 private:
  CgroupFolders folders_;
  bool unified_;
};

/// Creates the groups of this program's bots. Each is a sibling of this program's group, so that they compete
/// for processors as equals. Its constructor removes the groups of programs that were killed.
class CgroupHome {
 public:
  /// Prepares the folders for groups. The error is one sentence.
  [[nodiscard]] static Result<CgroupHome> make();
  CgroupHome(CgroupHome&&) noexcept = default;
  CgroupHome& operator=(CgroupHome&&) = delete;
  ~CgroupHome();

  [[nodiscard]] Result<Cgroup> make_group(const std::string& name, const Resources& resources,
                                          int own_processes) const;

 private:
  CgroupHome(CgroupFolders bases, bool unified, CgroupOwner owner);
  [[nodiscard]] bool settle(bool is_own);
  [[nodiscard]] CgroupFolders make_folders(const std::string& name) const;

  CgroupFolders bases_;  ///< folders in which groups are created
  bool unified_;
  CgroupOwner owner_;           ///< its name begins the names of all groups
  std::filesystem::path left_;  ///< group that this program left for its owner's; empty if it did not move
};

}  // namespace tribunal
