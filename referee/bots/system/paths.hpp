#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace tribunal {

/// The target of a path, its links followed as far as they exist, without a slash at its end.
[[nodiscard]] std::filesystem::path real_path(const std::filesystem::path& path);

/// Whether `path` is `folder`, or below it; both as returned by `real_path`.
[[nodiscard]] bool is_in(const std::filesystem::path& path, const std::filesystem::path& folder);

/// Follows the links of strangers as the system does, whether there is something at their ends or not. Links
/// within links take long, so all that are followed by one object have a bounded number of steps.
class LinkEnds {
 public:
  explicit LinkEnds(std::uint64_t most_steps = 500'000) : left_{most_steps} {}

  /// The place that a link leads to; in a circle, that of a link. `link`: its own real place.
  [[nodiscard]] std::filesystem::path end_of(const std::filesystem::path& link);
  /// Whether there were more steps than allowed, so that the last end means nothing.
  [[nodiscard]] bool gave_up() const { return left_ == 0; }

 private:
  std::uint64_t left_;
};

/// The name in the folder of `path` that its last part most likely means; empty if none is near.
[[nodiscard]] std::string near_name(const std::filesystem::path& path);

/// `tribunal` in XDG_CACHE_HOME or ~/.cache; empty if there is neither.
[[nodiscard]] std::filesystem::path cache_folder();

}  // namespace tribunal
