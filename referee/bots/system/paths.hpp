#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace tribunal {

/// The value of an environment variable. Empty if it is not set.
[[nodiscard]] std::string environment(const char* name);

/// The target of a path. Links are followed as far as they exist. It has no slash at its end.
[[nodiscard]] std::filesystem::path real_path(const std::filesystem::path& path);

/// Whether `path` is `folder` or below it. Both must come from `real_path`.
[[nodiscard]] bool is_in(const std::filesystem::path& path, const std::filesystem::path& folder);

/// Follows untrusted links like the system, whether or not their ends exist. Nested links can take long, so
/// an object follows only a bounded number of steps in total.
class LinkEnds {
 public:
  explicit LinkEnds(std::uint64_t most_steps = 500'000) : left_{most_steps} {}

  /// The place to which a link leads. In a circle, it is that of a link. `link`: its own real place.
  [[nodiscard]] std::filesystem::path end_of(const std::filesystem::path& link);
  /// Whether the number of steps exceeded the bound, so that the last result is meaningless.
  [[nodiscard]] bool gave_up() const { return left_ == 0; }

 private:
  std::uint64_t left_;
};

/// The name in the folder of `path` that its last part probably means. Empty if none is similar.
[[nodiscard]] std::string near_name(const std::filesystem::path& path);

/// The folder `tribunal` in XDG_CACHE_HOME or ~/.cache. Empty if there is neither.
[[nodiscard]] std::filesystem::path cache_folder();

}  // namespace tribunal
