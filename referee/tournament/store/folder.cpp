#include "tournament/store/folder.hpp"

#include <cstring>
#include <fcntl.h>
#include <optional>
#include <sys/file.h>

#include "cards/secret_file.hpp"

namespace tribunal {
namespace {

using Kind = StoreError::Kind;
namespace fs = std::filesystem;

std::unexpected<StoreError> fail(Kind kind, const fs::path& path, const std::string& sentence) {
  return std::unexpected{StoreError{kind, path.string() + ": " + sentence}};
}

bool is_ours(const fs::path& entry) {
  const auto name = entry.filename().string();
  return name == "lock" || name == "run.log" || name.starts_with("secret") || name.starts_with("results.db");
}

}  // namespace

fs::path database_of(const fs::path& folder) { return folder / "results.db"; }
fs::path secret_file_of(const fs::path& folder) { return folder / "secret"; }

std::expected<std::optional<Secret>, std::string> planned_secret(const Plan& plan) {
  if (plan.seed) return Secret::from_seed(*plan.seed);
  if (!plan.secret_file) return std::nullopt;
  const auto secret = read_private_secret_file(*plan.secret_file);
  if (!secret) return std::unexpected{"secret_file: " + secret.error()};
  return *secret;
}

std::expected<Folder, StoreError> Folder::claim(const fs::path& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (!fs::is_directory(path))
    return fail(Kind::cannot_write, path, "this folder cannot be made: " + error.message());
  if (!fs::exists(database_of(path))) {
    for (const auto& entry : fs::directory_iterator{path, error}) {
      if (!is_ours(entry.path())) {
        return fail(Kind::refused, path,
                    "this folder holds something else (" + entry.path().filename().string() +
                        "); --out with a new folder would be right");
      }
    }
  }
  Descriptor lock{::open((path / "lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)};
  if (!lock) return fail(Kind::cannot_write, path, std::string{"cannot be written: "} + std::strerror(errno));
  if (::flock(lock.get(), LOCK_EX | LOCK_NB) != 0)
    return fail(Kind::in_use, path, "another run is playing this tournament; wait for it or stop it");
  return Folder{path, std::move(lock)};
}

std::expected<Secret, StoreError> Folder::secret_for(const fs::path& path, const Plan& plan) {
  const auto planned = planned_secret(plan);
  if (!planned) return std::unexpected{StoreError{Kind::other_plan, planned.error()}};
  const std::optional<Secret>& named = *planned;
  const bool begun = fs::exists(database_of(path));
  std::optional<Secret> kept;
  if (const auto file = secret_file_of(path); fs::exists(file)) {
    const auto read = plan.seed ? read_secret_file(file) : read_private_secret_file(file);
    if (!read) return fail(Kind::unreadable, path, read.error());
    kept = *read;
  } else if (begun && !named) {
    return fail(Kind::unreadable, path, "the file \"secret\" is missing; nothing can be dealt without it");
  }
  if (kept && named && *kept != *named &&
      !begun) {  // else whether it is the right one, its commitment will tell
    return fail(Kind::other_plan, path,
                "the file \"secret\" there is not the plan's secret; --out with a new folder would be right");
  }
  if (!kept && !named && plan.commitment) {
    return fail(
        Kind::other_plan, path,
        "the plan has a commitment, but names no secret; the secret_file that it was made of would be right");
  }
  const auto secret = named ? *named : kept ? *kept : Secret::random();
  if (plan.commitment && *plan.commitment != secret.commitment()) {
    return fail(
        Kind::other_plan, path,
        "the secret does not belong to the commitment in the plan; the secret_file that it was made of "
        "would be right");
  }
  return secret;
}

std::expected<Secret, StoreError> Folder::settle_secret(const Plan& plan) const {
  const auto secret = secret_for(path_, plan);
  if (!secret || fs::exists(database_of(path_)) || fs::exists(secret_file_of(path_))) return secret;
  if (const auto written = write_secret_file(secret_file_of(path_), *secret); !written)
    return fail(Kind::cannot_write, path_, written.error());
  return secret;
}

}  // namespace tribunal
