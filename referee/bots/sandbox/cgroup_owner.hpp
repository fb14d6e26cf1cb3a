#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/descriptor.hpp"

namespace tribunal {

/// Tells other programs on the same cgroup tree that the program that made groups there is alive: it holds a
/// lock (flock(2)) on an empty group in each of their folders. The kernel releases the lock when the program
/// dies in any way. The lock is visible even where process numbers are not: from another container that
/// shares only the tree. Its destructor removes the groups.
class CgroupOwner {
 public:
  /// Takes a unique name, and makes its group in each of `bases` that allows it. Nothing if the first does
  /// not.
  [[nodiscard]] static std::optional<CgroupOwner> claim(const std::vector<std::filesystem::path>& bases);
  CgroupOwner(CgroupOwner&&) noexcept = default;
  CgroupOwner& operator=(CgroupOwner&&) = delete;
  ~CgroupOwner();

  /// The names of all groups of this program begin with this one and a `-`: `tribunal-PID-RANDOM`.
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

/// Removes from `base` the groups of programs that are gone, and kills the processes in them. For a program
/// without a group that can be locked (of an earlier version), it looks up the process number in the name.
void remove_stale_groups(const std::filesystem::path& base);

/// Removes a group without processes; it stays busy for a moment after its last process has ended.
void remove_group(const std::filesystem::path& folder);

/// Writes `text` to a file of a group in one write(2). False if the write fails.
bool write_to_group(const std::filesystem::path& file, std::string_view text);

}  // namespace tribunal
