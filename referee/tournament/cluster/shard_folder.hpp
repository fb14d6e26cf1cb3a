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

/// The shard that a folder named like `3-of-7` holds. None if the name is of another form.
[[nodiscard]] std::optional<Shard> shard_named(const std::string& name);

/// Results folders, and links to folders. Links may lead anywhere and are not followed.
struct ResultsBelow {
  std::vector<std::filesystem::path> folders;
  std::vector<std::filesystem::path> links;
};

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
  /// If an interrupted run on another machine saved results, the run starts from them.
  [[nodiscard]] static Result<ShardScratch> claim(const std::optional<std::filesystem::path>& parent,
                                                  const std::filesystem::path& target,
                                                  const std::string& identity);

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  /// Publishes the results, which must be closed, and removes this folder. False if another run has already
  /// published its results, which are kept.
  [[nodiscard]] Result<bool> publish() &&;
  /// Copies the results to where a run on another machine finds them.
  [[nodiscard]] Result<void> save() const;

 private:
  ShardScratch(std::filesystem::path path, std::filesystem::path target, Descriptor lock)
      : path_{std::move(path)}, target_{std::move(target)}, lock_{std::move(lock)} {}

  std::filesystem::path path_;
  std::filesystem::path target_;
  Descriptor lock_;  ///< lock on a file beside `path_`
};

}  // namespace tribunal
