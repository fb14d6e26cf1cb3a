#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/descriptor.hpp"
#include "base/error.hpp"
#include "cards/commit_reveal.hpp"
#include "tournament/plan/plan.hpp"

namespace SQLite {
class Database;
}

namespace tribunal {

/// The secret, before the public value is mixed in, that a plan names by `seed` or `secret_file`. None if it
/// names neither. The error is one line.
[[nodiscard]] Result<std::optional<Secret>> planned_secret(const Plan& plan);

/// The folder of a tournament, held by one run. No other run can claim it while this object lives. If the
/// process dies, the claim ends.
class Folder {
 public:
  /// Claims a folder, and creates it if it does not exist. Refuses a folder that holds something else, or
  /// that another run has claimed.
  [[nodiscard]] static Result<Folder> claim(const std::filesystem::path& path);

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// The secret, before the public value is mixed in, with which a run of `plan` in the folder `path` would
  /// deal: the plan's, the one stored there, or a random one. A secret that does not match the plan's
  /// commitment is refused. Writes nothing.
  [[nodiscard]] static Result<Secret> secret_for(const std::filesystem::path& path, const Plan& plan);
  /// Like `secret_for`, for this folder. If the folder has no secret yet, stores it in the file `secret`,
  /// which only the owner may read.
  [[nodiscard]] Result<Secret> settle_secret(const Plan& plan) const;

 private:
  Folder(std::filesystem::path path, Descriptor lock) : path_{std::move(path)}, lock_{std::move(lock)} {}

  std::filesystem::path path_;
  Descriptor lock_;
};

[[nodiscard]] std::filesystem::path database_of(const std::filesystem::path& folder);
[[nodiscard]] std::filesystem::path secret_file_of(const std::filesystem::path& folder);
[[nodiscard]] std::filesystem::path journal_of(const std::filesystem::path& folder);

/// The files in which a folder holds its results, whether or not they exist: the database with the files that
/// SQLite opens beside it, the secret and the lock.
[[nodiscard]] std::vector<std::filesystem::path> files_of_results(const std::filesystem::path& folder);

/// The reason that the files of an untrusted folder must not be opened: one of them is a pipe, a device or a
/// folder, which could block the program forever. One sentence; empty if all are regular files.
[[nodiscard]] std::string objection_to_files(const std::filesystem::path& folder);

/// Opens the database of the results in `folder` for reading only. First rolls back a change that a killed
/// program left half done. The error is a sentence: the folder has no results of this version. Throws
/// SQLite::Exception.
[[nodiscard]] Result<SQLite::Database> open_to_read(const std::filesystem::path& folder);

/// The text of the plan by which the results in a folder were played. Empty if there are none, or if they
/// cannot be read, which other functions report.
[[nodiscard]] std::string stored_plan_text(const std::filesystem::path& folder);

}  // namespace tribunal
