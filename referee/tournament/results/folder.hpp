#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/descriptor.hpp"
#include "base/error.hpp"
#include "cards/commit_reveal.hpp"
#include "tournament/plan/plan.hpp"

namespace tribunal {

/// The secret that a plan names by `seed` or `secret_file`, if it names one, before the public value is mixed
/// in. The error is one line.
[[nodiscard]] Result<std::optional<Secret>> planned_secret(const Plan& plan);

/// The folder of a tournament, held by one run: no other can claim it while this lives. A process that dies
/// in any way releases it.
class Folder {
 public:
  /// Makes the folder if there is none. Refuses one that holds something else, or that another run has
  /// claimed.
  [[nodiscard]] static Result<Folder> claim(const std::filesystem::path& path);

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// The secret, before the public value is mixed in, with which a run of `plan` in the folder `path` would
  /// deal: the plan's, the one stored there, or a random one. One that does not belong to the plan's
  /// commitment is refused. Writes nothing.
  [[nodiscard]] static Result<Secret> secret_for(const std::filesystem::path& path, const Plan& plan);
  /// Like `secret_for`, for this folder; at the first time the secret is stored in the file `secret`, which
  /// only its owner may read.
  [[nodiscard]] Result<Secret> settle_secret(const Plan& plan) const;

 private:
  Folder(std::filesystem::path path, Descriptor lock) : path_{std::move(path)}, lock_{std::move(lock)} {}

  std::filesystem::path path_;
  Descriptor lock_;
};

[[nodiscard]] std::filesystem::path database_of(const std::filesystem::path& folder);
[[nodiscard]] std::filesystem::path secret_file_of(const std::filesystem::path& folder);
[[nodiscard]] std::filesystem::path journal_of(const std::filesystem::path& folder);

/// The files by which a folder holds its results, whether or not they are there: the database with those that
/// SQLite opens beside it, the secret and the lock.
[[nodiscard]] std::vector<std::filesystem::path> files_of_results(const std::filesystem::path& folder);

/// The reason why the files of a folder from an unknown source must not be opened: one of them is a pipe, a
/// device or a folder, at which the program might wait for ever. One sentence; empty if all are files.
[[nodiscard]] std::string objection_to_files(const std::filesystem::path& folder);

}  // namespace tribunal
