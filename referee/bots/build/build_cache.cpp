#include "bots/build/build_cache.hpp"

#include <cerrno>
#include <cstdlib>
#include <ctime>
#include <fcntl.h>
#include <set>
#include <sys/file.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <utility>

#include "base/digest.hpp"
#include "base/durable_files.hpp"
#include "bots/build/frozen_folder.hpp"
#include "bots/build/unpack.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

constexpr mode_t mode_of_cache = 0711;  // other users go through it, but cannot list the bots of strangers
constexpr std::time_t longest_unused = std::time_t{30} * 24 * 60 * 60;

/// Lets the users of bots go through the cache, if it belongs to this user: another could put bots into it.
Result<void> open_cache(const fs::path& builds) {
  for (const auto& folder : {builds.parent_path(), builds}) {
    struct stat now {};
    if (::lstat(folder.c_str(), &now) != 0 || !S_ISDIR(now.st_mode) || now.st_uid != ::geteuid()) {
      return std::unexpected{
          Error{ErrorCode::machine,
                {folder.string()},
                "belongs to another user; name another place for builds by XDG_CACHE_HOME"}};
    }
    ::chmod(folder.c_str(), mode_of_cache);
  }
  return {};
}

BuildPlace place_of(const fs::path& cache, const std::string& key) {
  const auto place = (cache / key).native();
  return {.built = place,
          .making = place + ".new",
          .log = place + ".log",
          .lock = Descriptor{
              ::open((place + ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, mode_of_files)}};
}

fs::path lock_of(const BuildPlace& place) { return place.built.native() + ".lock"; }

}  // namespace

fs::path usual_build_cache() {
  for (const auto& [name, below] : {std::pair{"XDG_CACHE_HOME", ""}, std::pair{"HOME", ".cache"}}) {
    const char* const value = std::getenv(name);
    if (value != nullptr && *value == '/') return fs::path{value} / below / "tribunal" / "builds";
    if (::geteuid() == 0) return "/var/cache/tribunal/builds";
  }
  std::error_code ignored;
  return fs::temp_directory_path(ignored) / ("tribunal-" + std::to_string(::geteuid())) / "builds";
}

Result<BuildPlace> take_build_place(const fs::path& cache, const std::string& key,
                                    std::chrono::steady_clock::time_point until) {
  constexpr auto between_tries = std::chrono::milliseconds{50};
  std::error_code error;
  fs::create_directories(cache, error);
  if (error) return not_written(cache, error.value());
  if (auto ours = open_cache(cache); !ours) return std::unexpected{ours.error()};
  for (;;) {
    auto place = place_of(cache, key);
    if (!place.lock) return not_written(lock_of(place), errno);
    while (::flock(place.lock.get(), LOCK_EX | LOCK_NB) != 0) {
      if (errno != EINTR && errno != EWOULDBLOCK) return not_written(lock_of(place), errno);
      if (std::chrono::steady_clock::now() > until)
        return std::unexpected{
            Error{ErrorCode::in_use, "another run builds the same source; run it again later"}};
      std::this_thread::sleep_for(between_tries);
    }
    if (!is_in_place(place.lock, lock_of(place))) continue;  // another run removed it before the lock
    ::futimens(place.lock.get(), nullptr);
    return place;
  }
}

void prune_builds(const fs::path& cache) {
  constexpr std::size_t length_of_key = 64;
  std::set<std::string> keys;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator{cache, ignored})
    if (auto key = entry.path().filename().string().substr(0, length_of_key); from_hex(key))
      keys.insert(std::move(key));
  for (const auto& key : keys) {
    const auto place = place_of(cache, key);
    struct stat lock {};
    if (!place.lock || ::flock(place.lock.get(), LOCK_EX | LOCK_NB) != 0 ||
        !is_in_place(place.lock, lock_of(place)))
      continue;
    remove_folder(place.making);
    if (::fstat(place.lock.get(), &lock) != 0 || std::time(nullptr) - lock.st_mtim.tv_sec < longest_unused)
      continue;
    remove_folder(place.built);
    fs::remove(place.log, ignored);
    fs::remove(lock_of(place), ignored);
  }
}

}  // namespace tribunal
