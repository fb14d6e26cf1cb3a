#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/descriptor.hpp"

namespace tribunal {

/// Says to other programs on the same cgroup tree that the one that made groups there is alive: an empty
/// group in each of their folders, which this program holds locked (flock(2)). The kernel gives the lock back
/// when the program dies in any way, and it is seen where process numbers are not: from another container
/// that shares nothing but the tree. Removed with this.
class CgroupOwner {
 public:
  /// Takes a name that no other program has, and makes its group in each of `bases` in which groups can be
  /// made. Nothing if that is not so of the first.
  [[nodiscard]] static std::optional<CgroupOwner> claim(const std::vector<std::filesystem::path>& bases);
  CgroupOwner(CgroupOwner&&) noexcept = default;
  CgroupOwner& operator=(CgroupOwner&&) = delete;
  ~CgroupOwner();

  /// With which the names of all groups of this program begin, a `-` after it: `tribunal-PID-RANDOM`.
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

/// Removes from `base` the groups of programs that are no more, and kills what runs in them. Of a program
/// without a group that can be locked (of an earlier version) the process number in the name is looked up.
void remove_stale_groups(const std::filesystem::path& base);

/// Removes a group in which nothing runs any more; it is busy for a moment after its last process has ended.
void remove_group(const std::filesystem::path& folder);

/// Writes `text` to a file of a group in one write(2). False if it does not take it.
bool write_to_group(const std::filesystem::path& file, std::string_view text);

}  // namespace tribunal
