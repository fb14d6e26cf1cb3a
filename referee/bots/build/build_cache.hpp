#pragma once

#include <chrono>
#include <filesystem>
#include <string>

#include "base/descriptor.hpp"
#include "base/error.hpp"

namespace tribunal {

/// The place of what was built: `tribunal/builds` in XDG_CACHE_HOME, for root in /var/cache, where
/// the users of bots can go, or in ~/.cache; in TMPDIR if there is none of them.
[[nodiscard]] std::filesystem::path usual_build_cache();

/// The place of one build in the cache, which no other run has at the same time: KEY.lock, whose time is that
/// of the last use, KEY.log of the last build that failed, KEY.new while it is made, and KEY with `files`,
/// `build.log` and `sha256`, the address of the files.
struct BuildPlace {
  std::filesystem::path built;
  std::filesystem::path making;
  std::filesystem::path log;
  Descriptor lock;
};

/// Waits for the place of a build, not longer than `until`. `key`: 64 hexadecimal digits.
[[nodiscard]] Result<BuildPlace> take_build_place(const std::filesystem::path& cache, const std::string& key,
                                                  std::chrono::steady_clock::time_point until);

/// Removes what no run has used for 30 days, and what runs left that were killed.
void prune_builds(const std::filesystem::path& cache);

}  // namespace tribunal
