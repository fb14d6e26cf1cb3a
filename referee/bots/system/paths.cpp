#include "bots/system/paths.hpp"

#include <algorithm>

namespace tribunal {

std::filesystem::path real_path(const std::filesystem::path& path) {
  std::error_code ignored;
  auto found = std::filesystem::weakly_canonical(path, ignored);
  if (!found.has_filename() && found.has_relative_path())
    found = found.parent_path();  // the path ends with a slash
  return found.empty() ? path : found;
}

bool is_in(const std::filesystem::path& path, const std::filesystem::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

}  // namespace tribunal
