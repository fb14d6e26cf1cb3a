#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/descriptor.hpp"
#include "base/error.hpp"
#include "tournament/schedule/schedule.hpp"

namespace tribunal {

/// The folder of a shard's complete results: `FOLDER/3-of-7`, or `FOLDER/round-2/3-of-7` in a format of
/// rounds.
[[nodiscard]] std::filesystem::path shard_folder(const std::filesystem::path& all, const Schedule& schedule,
                                                 Shard shard);

/// Results folders, and links to folders. Links may lead anywhere and are not followed.
struct ResultsBelow {
  std::vector<std::filesystem::path> folders;
  std::vector<std::filesystem::path> links;
};

/// The reason that a shard cannot be published as `target`, with the next step: a link, a file, or a folder
/// without results that is not empty is in the way. Empty if there is none.
[[nodiscard]] std::string objection_to_target(const std::filesystem::path& target);

/// The results folders in `folder` and below it, sorted by name. Hidden folders are skipped because they are
/// incomplete.
[[nodiscard]] ResultsBelow results_below(const std::filesystem::path& folder);

/// A folder on a local disk in which a shard is played, because SQLite's journal does not work on shared file
/// systems. The folder survives a kill, and the next run of the same shard on this machine resumes in it.
/// Each of several concurrent runs has its own.
class ShardScratch {
 public:
  /// Claims a folder in `parent`, which is created for this user only, or else in `tribunal-shards-UID` in
  /// TMPDIR or /tmp. `target`: where the results will be published. `identity`: `identity_of` the tournament.
  /// If an interrupted run on another machine saved results, the run starts from them. If these are damaged,
  /// they are refused. A damaged folder of an earlier run on this machine is deleted, because it would block
  /// the shard here for ever.
  [[nodiscard]] static Result<ShardScratch> claim(const std::optional<std::filesystem::path>& parent,
                                                  const std::filesystem::path& target,
                                                  const std::string& identity);

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  /// Whether damaged results of an earlier run were deleted.
  [[nodiscard]] bool has_deleted() const { return has_deleted_; }

  /// Publishes the results, which must be closed. False if something is already there, which is kept.
  [[nodiscard]] Result<bool> publish() const;
  /// Removes this folder and the saved results, once the shard is published.
  void remove() const;
  /// Copies the results to where a run on another machine finds them.
  [[nodiscard]] Result<void> save() const;

 private:
  ShardScratch(std::filesystem::path path, std::filesystem::path target, Descriptor lock)
      : path_{std::move(path)}, target_{std::move(target)}, lock_{std::move(lock)} {}

  /// Deletes the damaged results of an earlier run, and copies the saved ones unless some are left.
  [[nodiscard]] Result<void> prepare();

  std::filesystem::path path_;
  std::filesystem::path target_;
  Descriptor lock_;  ///< lock on a file beside `path_`
  bool has_deleted_ = false;
};

}  // namespace tribunal
