#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/descriptor.hpp"
#include "base/error.hpp"
#include "tournament/schedule/shard.hpp"

namespace tribunal {

/// The folder of a shard's complete results: `FOLDER/3-of-7`, in a format of rounds `FOLDER/round-2/3-of-7`.
[[nodiscard]] std::filesystem::path shard_folder(const std::filesystem::path& all, const Schedule& schedule,
                                                 Shard shard);

/// The shard that a folder of this name holds, if it is such a name: `3-of-7`.
[[nodiscard]] std::optional<Shard> shard_named(const std::string& name);

/// Folders of results, and links to folders, which may lead anywhere and are not followed.
struct ResultsBelow {
  std::vector<std::filesystem::path> folders;
  std::vector<std::filesystem::path> links;
};

/// The results folders in `folder` and below it, by name, without hidden ones, which are incomplete.
[[nodiscard]] ResultsBelow results_below(const std::filesystem::path& folder);

/// A folder on this machine's disk in which a shard is played: SQLite's journal does not work on shared file
/// systems. It survives a kill, and the next run of the same shard on this machine resumes in it. Concurrent
/// runs have one each.
class ShardScratch {
 public:
  /// In `parent`, which is created for this user only, or in `tribunal-shards-UID` in TMPDIR or /tmp.
  /// `target`: where the results will be published; `identity`: `identity_of` the tournament. Starts from
  /// what an interrupted run on another machine saved.
  [[nodiscard]] static Result<ShardScratch> claim(const std::optional<std::filesystem::path>& parent,
                                                  const std::filesystem::path& target,
                                                  const std::string& identity);

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  /// Publishes the results, which must not be open, and removes this folder. False if another run has
  /// published its own, which are kept.
  [[nodiscard]] Result<bool> publish() &&;
  /// Copies the results for a run on another machine.
  [[nodiscard]] Result<void> save() const;

 private:
  ShardScratch(std::filesystem::path path, std::filesystem::path target, Descriptor lock)
      : path_{std::move(path)}, target_{std::move(target)}, lock_{std::move(lock)} {}

  std::filesystem::path path_;
  std::filesystem::path target_;
  Descriptor lock_;  ///< of a file beside `path_`
};

}  // namespace tribunal
