#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>

#include "base/digest.hpp"
#include "bots/identity/manifest.hpp"

namespace tribunal {

/// Digests of files that were read before, by device, inode, size and times; stored in a file of the user, so
/// that a large folder is read only once. A file that changed within the last two seconds is neither looked
/// up nor stored: a second change within the same clock tick would leave its times unchanged. A damaged cache
/// counts as empty, and a failure to write it is ignored.
class DigestCache {
 public:
  /// `file`: empty for a cache of this object alone. `now_ns`: since 1970.
  DigestCache(std::filesystem::path file, std::int64_t now_ns);

  /// `tribunal/digests` in XDG_CACHE_HOME or ~/.cache; empty if there is neither.
  [[nodiscard]] static std::filesystem::path usual_file();
  [[nodiscard]] static std::int64_t clock_ns();

  /// Whether a file of this state has been at rest long enough to be recognised.
  [[nodiscard]] bool is_at_rest(const FileKey& key) const;
  [[nodiscard]] std::optional<Bytes32> find(const FileKey& key);
  void add(const FileKey& key, const Bytes32& digest);
  /// If there are new entries, writes those in use and then others, the last used first, as many as fit, to a
  /// file beside the cache, which is then renamed.
  void save();

 private:
  struct Entry {
    Bytes32 digest{};
    bool is_used = false;
  };
  void load();
  [[nodiscard]] std::string serialized() const;

  std::filesystem::path file_;
  std::int64_t now_ns_;
  std::map<FileKey, Entry> entries_;
  std::vector<FileKey> as_stored_;  ///< the last used first
  bool has_new_ = false;
};

}  // namespace tribunal
