#pragma once

#include <expected>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bots/descriptor.hpp"
#include "bots/sandbox.hpp"

namespace tribunal {

/// Where in the cgroup file system (cgroups(7)) this program stands.
struct CgroupPlace {
  bool unified = false;          ///< version 2
  std::filesystem::path memory;  ///< the folder of its own group, for memory
  std::filesystem::path pids;    ///< the same for the number of processes; empty where that cannot be limited
  std::filesystem::path topmost;  ///< the folder of all groups, for memory

  bool operator==(const CgroupPlace&) const = default;
};

/// Finds it in the texts of /proc/self/mountinfo and /proc/self/cgroup. Version 1 wins where memory is bound
/// to it.
[[nodiscard]] std::optional<CgroupPlace> find_cgroups(std::string_view mountinfo,
                                                      std::string_view own_groups);

/// The same for this program. Nothing if no cgroup file system is mounted.
[[nodiscard]] std::optional<CgroupPlace> own_cgroups();

/// The group of one bot's processes, whose memory the kernel bounds together. Removed with this, for which
/// nothing may run in it any more.
class Cgroup {
 public:
  Cgroup(std::vector<std::filesystem::path> folders, bool unified);
  Cgroup(Cgroup&&) noexcept = default;
  Cgroup& operator=(Cgroup&&) = delete;
  ~Cgroup();

  /// A process that writes `0` into each of these is in the group.
  [[nodiscard]] std::vector<Descriptor> doors() const;
  /// Whether the kernel ended one of its processes because of the limit.
  [[nodiscard]] bool ran_out_of_memory() const;

 private:
  std::vector<std::filesystem::path> folders_;  ///< the first is the one for memory
  bool unified_;
};

/// The group that holds the groups of this program's bots; removed with this. Those of programs that were
/// killed are removed when the next is made.
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
  [[nodiscard]] bool unified() const { return unified_; }

 private:
  explicit CgroupHome(bool unified) : unified_{unified} {}
  [[nodiscard]] bool settle_unified(const std::filesystem::path& base, bool is_own);

  bool unified_;
  std::vector<std::filesystem::path> folders_;  ///< the first is the one for memory
  std::filesystem::path left_;  ///< the group that this program left for it; empty if it did not
};

}  // namespace tribunal
