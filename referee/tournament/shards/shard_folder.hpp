#pragma once

#include <expected>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bots/system/descriptor.hpp"
#include "tournament/schedule/shard.hpp"
#include "tournament/store/tables/store_error.hpp"

namespace tribunal {

/// Where a shard's results lie once they are complete: `FOLDER/3-of-7`, in a format of rounds
/// `FOLDER/round-2/3-of-7`.
[[nodiscard]] std::filesystem::path shard_folder(const std::filesystem::path& all, const Schedule& schedule,
                                                 Shard shard);

/// The shard that a folder of this name holds, if it is such a name: `3-of-7`.
[[nodiscard]] std::optional<Shard> shard_named(const std::string& name);

/// The folders of results in `folder` or in folders below it, in the order of their names; hidden ones, which
/// are not complete, are left out.
[[nodiscard]] std::vector<std::filesystem::path> results_below(const std::filesystem::path& folder);

/// A folder on the disk of this machine in which a shard is played, since a database does not bear the file
/// system that machines share. It stays when the program is killed, and the next run of the same shard on
/// this machine goes on in it; two at the same time have one each.
class ShardScratch {
 public:
  /// In `parent`, which is made for this user alone, or in the machine's folder for temporary files. `target`
  /// is where the results will lie, `identity` what tournament it is. What a run on another machine left of
  /// it, when it was interrupted, is taken over.
  [[nodiscard]] static std::expected<ShardScratch, StoreError> claim(
      const std::optional<std::filesystem::path>& parent, const std::filesystem::path& target,
      const std::string& identity);

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  /// Moves the results, which nobody has open, to where they belong. False if another run was first, whose
  /// results stay.
  [[nodiscard]] std::expected<bool, StoreError> publish() &&;
  /// Leaves a copy of them for a run on another machine.
  [[nodiscard]] std::expected<void, StoreError> save() const;

 private:
  ShardScratch(std::filesystem::path path, std::filesystem::path target, Descriptor lock)
      : path_{std::move(path)}, target_{std::move(target)}, lock_{std::move(lock)} {}

  std::filesystem::path path_;
  std::filesystem::path target_;
  Descriptor lock_;  ///< of a file beside `path_`
};

}  // namespace tribunal
