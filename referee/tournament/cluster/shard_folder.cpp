#include "tournament/cluster/shard_folder.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>

#include "base/durable_files.hpp"
#include "base/text/utf8.hpp"
#include "base/try.hpp"
#include "tournament/results/folder.hpp"
#include "tournament/results/results.hpp"
#include "tournament/results/tables/next_step.hpp"
#include "tournament/results/tables/sqlite.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

constexpr auto partial_suffix = ".partial";

std::unexpected<Error> scratch_failure(const fs::path& path, const std::string& why) {
  return failure(ErrorCode::cannot_write, path, why);
}

fs::path usual_scratch() {
  const char* const folder = std::getenv("TMPDIR");
  return fs::path{folder != nullptr && *folder != '\0' ? folder : "/tmp"} /
         ("tribunal-shards-" + std::to_string(::getuid()));
}

/// Creates a folder that only this user can change, because /tmp is open to all users.
Result<void> make_private(const fs::path& folder) {
  std::error_code ignored;
  fs::create_directories(folder.parent_path(), ignored);
  if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST)
    return scratch_failure(folder, std::string{"cannot be created: "} + std::strerror(errno));
  struct stat status {};
  if (::lstat(folder.c_str(), &status) != 0 || !S_ISDIR(status.st_mode) || status.st_uid != ::getuid() ||
      (status.st_mode & 0022U) != 0) {
    return scratch_failure(folder,
                           "other users may write there; expected a folder that only this user can write to");
  }
  return {};
}

fs::path partial_of(const fs::path& target) {
  auto partial = target;
  return partial += partial_suffix;
}

/// Whether a run can resume from the results in `folder`.
Result<void> check_copy(const fs::path& folder) {
  TRY(Results::open(folder, RoundSource::nowhere));
  return guarded(folder, [&]() -> Result<void> {
    const auto database = TRY(open_to_read(folder));
    Rows found{database, "PRAGMA quick_check(1)"};
    const auto is_whole = found.step() && found.text(0) == "ok";
    return is_whole ? Result<void>{} : std::unexpected{Error{"results.db is damaged"}};
  });
}

}  // namespace

fs::path shard_folder(const fs::path& all, const Schedule& schedule, Shard shard) {
  const auto parent = schedule.in_rounds() ? all / fmt::format("round-{}", schedule.rounds().size()) : all;
  return parent / folder_name(shard);
}

std::string objection_to_target(const fs::path& target) {
  std::error_code error;
  const auto status = fs::symlink_status(target, error);
  if (status.type() == fs::file_type::not_found) return {};
  if (status.type() != fs::file_type::directory)
    return fmt::format("is {}; expected nothing or a shard's folder: delete or rename it",
                       fs::is_symlink(status) ? "a link that leads to no results" : "not a folder");
  const fs::directory_iterator entries{target, error};
  if (error) return "cannot be read: " + error.message();
  if (entries == fs::directory_iterator{}) return {};
  return fmt::format(
      "this folder holds {}, but no results; expected none, or a complete shard: delete or rename it",
      harmless(entries->path().filename().string()));
}

ResultsBelow results_below(const fs::path& folder) {
  if (fs::exists(database_of(folder))) return {.folders = {folder}, .links = {}};
  std::vector<fs::path> below;
  ResultsBelow found;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator{folder, ignored}) {
    if (!entry.is_directory(ignored) || entry.path().filename().string().starts_with('.')) continue;
    (entry.is_symlink(ignored) ? found.links : below).push_back(entry.path());
  }
  std::ranges::sort(below);
  std::ranges::sort(found.links);
  for (const auto& inner : below) {
    auto deeper = results_below(inner);
    std::ranges::move(deeper.folders, std::back_inserter(found.folders));
    std::ranges::move(deeper.links, std::back_inserter(found.links));
  }
  return found;
}

Result<ShardScratch> ShardScratch::claim(const std::optional<fs::path>& parent, const fs::path& target,
                                         const std::string& identity) {
  const auto folder = parent.value_or(usual_scratch());
  TRY(make_private(folder));
  std::error_code error;
  const auto key =
      to_hex(sha256(identity + '\n' + fs::weakly_canonical(fs::absolute(target), error).string()));
  constexpr int most_at_once = 1000;
  for (int slot = 0; slot < most_at_once; ++slot) {
    const auto path = folder / fmt::format("{}-{}.{}", key.substr(0, 16), target.filename().string(), slot);
    Descriptor lock{
        ::open((path.string() + ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600)};
    if (!lock) return scratch_failure(path, std::string{"cannot be created: "} + std::strerror(errno));
    if (::flock(lock.get(), LOCK_EX | LOCK_NB) != 0) continue;  // another process plays the same shard
    ShardScratch scratch{path, target, std::move(lock)};
    TRY(scratch.prepare());
    return scratch;
  }
  return scratch_failure(folder, "too many runs play this shard at the same time");
}

Result<void> ShardScratch::prepare() {
  std::error_code error;
  if (fs::exists(database_of(path_))) {
    const auto left = check_copy(path_);
    if (left) return {};
    if (left.error().code != ErrorCode::unreadable) return left;
    has_deleted_ = true;
  }
  fs::remove_all(path_, error);
  const auto partial = partial_of(target_);
  if (fs::exists(database_of(partial))) {
    const auto copied = publish_folder(partial, path_);
    // Another run that publishes the shard at the same time removes the partial copy.
    if (!copied && fs::exists(database_of(partial))) return scratch_failure(path_, copied.error().message);
    const auto whole = copied ? check_copy(path_) : Result<void>{};
    if (!whole) fs::remove_all(path_, error);
    if (!whole && whole.error().code == ErrorCode::unreadable)
      return failure(ErrorCode::unreadable, partial,
                     "the saved games are damaged; " + next_step_if_damaged(partial));
    if (!whole) return whole;
  }
  fs::create_directories(path_, error);
  if (error) return scratch_failure(path_, "cannot be created: " + error.message());
  return {};
}

Result<bool> ShardScratch::publish() const {
  std::error_code ignored;
  fs::create_directories(target_.parent_path(), ignored);
  const auto published = publish_folder(path_, target_);
  if (!published) return scratch_failure(target_, published.error().message);
  return *published;
}

void ShardScratch::remove() const {
  std::error_code ignored;
  fs::remove_all(partial_of(target_), ignored);
  fs::remove_all(path_, ignored);
  fs::remove(path_.string() + ".lock", ignored);
}

Result<void> ShardScratch::save() const {
  std::error_code ignored;
  fs::create_directories(target_.parent_path(), ignored);
  const auto partial = partial_of(target_);
  // The earlier copy is kept until this one is complete. Whoever publishes the shard removes such a name.
  const auto fresh = partial.parent_path() / ('.' + partial.filename().string() + ".0");
  fs::remove_all(fresh, ignored);
  if (const auto saved = publish_folder(path_, fresh); !saved)
    return scratch_failure(partial, saved.error().message);
  if (::renameat2(AT_FDCWD, fresh.c_str(), AT_FDCWD, partial.c_str(), RENAME_EXCHANGE) != 0) {
    fs::remove_all(partial, ignored);  // there is none, or the file system cannot exchange folders
    if (std::rename(fresh.c_str(), partial.c_str()) != 0)
      return scratch_failure(partial, std::string{"cannot be written: "} + std::strerror(errno));
  }
  fs::remove_all(fresh, ignored);
  return {};
}

}  // namespace tribunal
