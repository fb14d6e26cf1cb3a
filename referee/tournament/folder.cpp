#include "tournament/folder.hpp"

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
  return name == "lock" || name.starts_with("secret") || name.starts_with("results.db");
}

/// The secret that the plan names, if it names one.
std::expected<std::optional<Secret>, std::string> planned_secret(const Plan& plan) {
  if (plan.seed) return Secret::from_seed(*plan.seed);
  if (!plan.secret_file) return std::nullopt;
  const auto secret = read_private_secret_file(*plan.secret_file);
  if (!secret) return std::unexpected{"secret_file: " + secret.error()};
  return *secret;
}

}  // namespace

fs::path database_of(const fs::path& folder) { return folder / "results.db"; }
fs::path secret_file_of(const fs::path& folder) { return folder / "secret"; }

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
    return fail(Kind::refused, path, "another run is playing this tournament; wait for it or stop it");
  return Folder{path, std::move(lock)};
}

std::expected<Secret, StoreError> Folder::settle_secret(const Plan& plan) const {
  const auto planned = planned_secret(plan);
  if (!planned) return std::unexpected{StoreError{Kind::other_plan, planned.error()}};
  const auto file = secret_file_of(path_);
  if (fs::exists(file)) {
    const auto kept = plan.seed ? read_secret_file(file) : read_private_secret_file(file);
    if (!kept) return fail(Kind::unreadable, path_, kept.error());
    return planned->value_or(*kept);  // whether it is the right one, the commitment will tell
  }
  if (fs::exists(database_of(path_))) {
    if (const std::optional<Secret>& named = *planned) return *named;
    return fail(Kind::unreadable, path_, "the file \"secret\" is missing; nothing can be dealt without it");
  }
  const auto secret = planned->value_or(Secret::random());
  if (const auto written = write_secret_file(file, secret); !written)
    return fail(Kind::cannot_write, path_, written.error());
  return secret;
}

}  // namespace tribunal
