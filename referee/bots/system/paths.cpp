#include "bots/system/paths.hpp"

#include <algorithm>
#include <system_error>
#include <vector>

#include "base/spelling.hpp"

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

std::string near_name(const std::filesystem::path& path) {
  constexpr std::size_t most_names = 10'000;  // the folder may be a stranger's
  std::vector<std::string> names;
  std::error_code error;
  for (std::filesystem::directory_iterator entry{path.parent_path(), error};
       !error && entry != std::filesystem::directory_iterator{} && names.size() < most_names;
       entry.increment(error))
    names.push_back(entry->path().filename().string());
  return nearest(path.filename().string(), names);
}

}  // namespace tribunal
