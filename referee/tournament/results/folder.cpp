#include "tournament/results/folder.hpp"

#include <algorithm>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <sys/file.h>

#include "base/escape.hpp"
#include "base/files.hpp"
#include "base/try.hpp"
#include "cards/secret_file.hpp"
#include "tournament/plan/tournament.hpp"
#include "tournament/results/tables/next_step.hpp"
#include "tournament/results/tables/schema.hpp"
#include "tournament/results/tables/sqlite.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

bool is_ours(const fs::path& entry) {
  const auto name = entry.filename().string();
  return name == "lock" || name == "run.log" || name.starts_with("secret") ||
         name.starts_with("results.db") || name == ".merging";
}

/// Whether the journal of a run is left in a folder without a database. A run opens its journal after the
/// database.
bool has_lost_games(const fs::path& folder) {
  std::error_code ignored;
  const auto journal = journal_of(folder);
  return fs::is_regular_file(fs::symlink_status(journal, ignored)) && fs::file_size(journal, ignored) > 0;
}

/// The place in the plan that names its secret. Empty if the plan's file is gone.
Place place_of_secret_file(const Plan& plan) {
  std::error_code ignored;
  const auto text = fs::is_regular_file(plan.file, ignored) ? read_plan_text(plan.file) : std::string{};
  return text && !text->empty() ? place_in_plan(*text, plan.file, std::nullopt, "secret_file") : Place{};
}

/// The files that a run writes in its folder.
std::vector<fs::path> written_files(const fs::path& folder) {
  auto files = files_of_results(folder);
  files.push_back(journal_of(folder));
  return files;
}

/// A file that a run writes in its folder and that is a symbolic link. Empty if there is none.
fs::path link_among_files(const fs::path& folder) {
  const auto files = written_files(folder);
  std::error_code ignored;
  const auto link =
      std::ranges::find_if(files, [&](const auto& file) { return fs::is_symlink(file, ignored); });
  return link == files.end() ? fs::path{} : *link;
}

}  // namespace

fs::path database_of(const fs::path& folder) { return folder / "results.db"; }
fs::path secret_file_of(const fs::path& folder) { return folder / "secret"; }
fs::path journal_of(const fs::path& folder) { return folder / "run.log"; }

std::vector<fs::path> files_of_results(const fs::path& folder) {
  const auto database = database_of(folder).string();
  return {database,          database + "-journal",  database + "-wal",
          database + "-shm", secret_file_of(folder), folder / "lock"};
}

std::string objection_to_files(const fs::path& folder) {
  for (const auto& file : written_files(folder)) {
    if (const auto kind = odd_kind_of(file); !kind.empty())
      return file.string() + ": is " + kind + "; expected a regular file";
  }
  return {};
}

Result<std::optional<Secret>> planned_secret(const Plan& plan) {
  if (plan.seed) return Secret::from_seed(*plan.seed);
  if (!plan.secret_file) return std::nullopt;
  const auto secret = read_private_secret_file(*plan.secret_file);
  std::error_code ignored;
  if (!secret) {
    const bool is_there = fs::exists(*plan.secret_file, ignored);
    return failure(ErrorCode::wrong_plan, place_of_secret_file(plan),
                   "secret_file: " + secret.error().message +
                       (is_there ? "" : "; 'tribunal commit --new FILE' makes one"));
  }
  return *secret;
}

Result<Folder> Folder::claim(const fs::path& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (!fs::is_directory(path))
    return failure(ErrorCode::cannot_write, path, "this folder cannot be created: " + error.message());
  if (auto problem = objection_to_files(path); !problem.empty())
    return failure(ErrorCode::unreadable, std::move(problem));
  if (const auto link = link_among_files(path); !link.empty())
    return failure(ErrorCode::unreadable, link,
                   "is a symbolic link, and a run would write where it leads; expected a regular file");
  if (!fs::exists(database_of(path))) {
    for (const auto& entry : fs::directory_iterator{path, error}) {
      if (!is_ours(entry.path())) {
        return failure(ErrorCode::unreadable, path,
                       fmt::format("this folder holds other files ({}); expected a new or empty one",
                                   entry.path().filename().string()));
      }
    }
  }
  Descriptor lock{::open((path / "lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644)};
  if (!lock)
    return failure(ErrorCode::cannot_write, path, std::string{"cannot be written: "} + std::strerror(errno));
  if (::flock(lock.get(), LOCK_EX | LOCK_NB) != 0)
    return failure(ErrorCode::in_use, path, "another run is playing this tournament; wait for it or stop it");
  return Folder{path, std::move(lock)};
}

Result<Secret> Folder::secret_for(const fs::path& path, const Plan& plan) {
  if (auto problem = objection_to_files(path); !problem.empty())
    return failure(ErrorCode::unreadable, std::move(problem));
  const auto planned = TRY(planned_secret(plan));
  const std::optional<Secret>& named = planned;
  const bool started = fs::exists(database_of(path));
  if (!started && has_lost_games(path))
    return failure(
        ErrorCode::unreadable, path,
        "results.db is missing, but run.log shows that games were played here; restore results.db from a "
        "copy, or use --out with a new folder, because the secret of these deals may be known by now");
  std::optional<Secret> stored;
  if (const auto file = secret_file_of(path); fs::exists(file)) {
    const auto read = plan.seed ? read_secret_file(file) : read_private_secret_file(file);
    if (!read) return failure(ErrorCode::unreadable, path, read.error().message);
    stored = *read;
  } else if (started && !named) {
    return failure(ErrorCode::unreadable, path,
                   "the file \"secret\" is missing; nothing can be dealt without it");
  }
  // Once games have been played, the commitment shows whether it is the right secret.
  if (stored && named && *stored != *named && !started) {
    return failure(ErrorCode::wrong_plan, path,
                   "the file \"secret\" there is not the plan's secret; use --out with a new folder");
  }
  if (!stored && !named && plan.commitment) {
    return failure(ErrorCode::wrong_plan, path,
                   "the plan has a commitment, but names no secret; expected the secret_file from which the "
                   "commitment was made");
  }
  const auto secret = named ? *named : stored ? *stored : Secret::random();
  if (plan.commitment && *plan.commitment != secret.commitment()) {
    return failure(
        ErrorCode::wrong_plan, path,
        "the secret does not match the commitment in the plan; expected the secret_file from which "
        "the commitment was made");
  }
  return secret;
}

Result<Secret> Folder::settle_secret(const Plan& plan) const {
  const auto secret = secret_for(path_, plan);
  if (!secret || fs::exists(database_of(path_)) || fs::exists(secret_file_of(path_))) return secret;
  if (const auto written = write_secret_file(secret_file_of(path_), *secret); !written)
    return failure(ErrorCode::cannot_write, path_, written.error().message);
  return secret;
}

namespace {

/// Opens the file after rolling back what was left half done, because a read-only connection cannot do that.
SQLite::Database open_file(const std::filesystem::path& folder) {
  const auto open = [&](int how) {
    SQLite::Database database{database_of(folder).string(), how | SQLite::OPEN_NOMUTEX, 5000};
    restrict_to_tables(database);  // the file is first read here
    // The number of pages is small, so that they stay in the processor's cache. Each page is read only once.
    database.exec("PRAGMA cache_size = 16");
    return database;
  };
  try {
    return open(SQLite::OPEN_READONLY);
  } catch (const SQLite::Exception& error) {
    if (error.getExtendedErrorCode() != SQLITE_READONLY_ROLLBACK) throw;
  }
  (void)open(SQLite::OPEN_READWRITE);
  return open(SQLite::OPEN_READONLY);
}

}  // namespace

Result<SQLite::Database> open_to_read(const std::filesystem::path& folder) {
  auto database = open_file(folder);
  if (!database.tableExists("meta") && shard_of_folder(folder))
    return std::unexpected{"results.db holds no games; " + next_step_if_damaged(folder)};
  if (!database.tableExists("meta"))
    return std::unexpected{
        fmt::format("the tournament has not started; 'tribunal tournament PLAN --out {}' plays it",
                    shell_word(folder.string()))};
  if (read_meta(database, meta::version) != meta::this_version)
    return std::unexpected{"these results were written by another version of Tribunal"};
  return database;
}

std::string stored_plan_text(const std::filesystem::path& folder) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(database_of(folder), ignored) || !objection_to_files(folder).empty())
    return {};
  const auto text = guarded(folder, [&]() -> Result<std::string> {
    const auto database = TRY(open_to_read(folder));
    return read_meta(database, meta::plan_text);
  });
  return text.value_or("");
}

}  // namespace tribunal
