#pragma once

#include <chrono>
#include <expected>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/descriptor.hpp"
#include "bots/accounting/cgroup_owner.hpp"
#include "bots/sandbox/sandbox.hpp"

namespace tribunal {

/// Where a group of processes is in the cgroup file system (cgroups(7)): its folder for each thing that
/// is limited or counted. In version 2 they are all one; empty: not available.
struct CgroupFolders {
  std::filesystem::path memory;
  std::filesystem::path pids;     ///< the number of processes
  std::filesystem::path cpu;      ///< who goes first
  std::filesystem::path cpuacct;  ///< CPU time

  bool operator==(const CgroupFolders&) const = default;
  /// Each once; the one for memory is the first.
  [[nodiscard]] std::vector<std::filesystem::path> all() const;
};

/// Where this program is.
struct CgroupPlace {
  bool unified = false;  ///< version 2
  CgroupFolders own;
  std::filesystem::path topmost;  ///< the folder of all groups, for memory

  bool operator==(const CgroupPlace&) const = default;
};

/// Finds it in the texts of /proc/self/mountinfo and /proc/self/cgroup. Version 1 wins where memory is bound
/// to it.
[[nodiscard]] std::optional<CgroupPlace> find_cgroups(std::string_view mountinfo,
                                                      std::string_view own_groups);

/// The same for this program. Nothing if no cgroup file system is mounted.
[[nodiscard]] std::optional<CgroupPlace> own_cgroups();

/// What the referee reads and writes of a bot's group while the bot runs; without a group, or where the
/// system does not have it, nothing.
struct CgroupControls {
  Descriptor cpu_time;  ///< CPU time of all that ever ran in it (`read_group_time`)
  Descriptor idle;      ///< `1`: its processes run when nobody else wants to
};

/// What `CgroupControls::cpu_time` says, in either version. Of a thread that runs at this moment on another
/// core the last tick (1-10 ms) may be missing, unless its own clock was read just before.
[[nodiscard]] std::optional<std::chrono::nanoseconds> read_group_time(const Descriptor& cpu_time);

/// How a process gets into a group.
struct CgroupEntry {
  Descriptor folder;  ///< version 2: a process can be born in it (`fork_into`); else none
  std::vector<Descriptor>
      procs_files;  ///< a process of one thread that writes `0` into each of these is in it
};

/// The group of one bot's processes, whose memory the kernel bounds together. Removed with this, for which
/// nothing may run in it any more.
class Cgroup {
 public:
  Cgroup(CgroupFolders folders, bool unified);
  Cgroup(Cgroup&&) noexcept = default;
  Cgroup& operator=(Cgroup&&) = delete;
  ~Cgroup();

  [[nodiscard]] CgroupEntry entry() const;
  [[nodiscard]] CgroupControls controls() const;
  /// Whether the kernel ended one of its processes because of the limit.
  [[nodiscard]] bool ran_out_of_memory() const;

 private:
  CgroupFolders folders_;
  bool unified_;
};

/// Makes the groups of this program's bots, each beside this program itself, with which they compete for the
/// processors as equals. Groups of programs that were killed are removed when this is made.
class CgroupHome {
 public:
  /// The error is one sentence.
  [[nodiscard]] static std::expected<CgroupHome, std::string> make();
  CgroupHome(CgroupHome&&) noexcept = default;
  CgroupHome& operator=(CgroupHome&&) = delete;
  ~CgroupHome();

  [[nodiscard]] std::expected<Cgroup, std::string> make_group(const std::string& name,
                                                              const Resources& resources,
                                                              int own_processes) const;

 private:
  CgroupHome(CgroupFolders bases, bool unified, CgroupOwner owner);
  [[nodiscard]] bool settle(bool is_own);
  [[nodiscard]] CgroupFolders make_folders(const std::string& name) const;

  CgroupFolders bases_;  ///< where groups are made
  bool unified_;
  CgroupOwner owner_;  ///< with whose name those of all its groups begin
  std::filesystem::path
      left_;  ///< where this program was before it went to its owner's; empty if it still is
};

}  // namespace tribunal
