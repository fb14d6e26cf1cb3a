#include "bots/system/paths.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>
#include <system_error>
#include <unistd.h>
#include <vector>

#include "base/spelling.hpp"

namespace tribunal {

std::string environment(const char* name) {
  const char* const value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): never modified
  return value == nullptr ? "" : value;
}

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

std::filesystem::path LinkEnds::end_of(const std::filesystem::path& link) {
  constexpr int most_links = 40;  // like Linux
  constexpr std::size_t bytes_a_step = 256;
  auto place = link.parent_path().string();
  if (place == "/") place.clear();
  auto rest = link.filename().string();
  std::size_t absent = 0;  // number of steps at the end of `place` that do not exist
  int links = 0;
  std::array<char, 4097> target{};
  for (std::size_t begin = 0; begin < rest.size() && left_ > 0;) {
    --left_;
    const auto end = std::min(rest.find('/', begin), rest.size());
    const auto step = std::string_view{rest}.substr(begin, end - begin);
    begin = end + 1;
    if (step.empty() || step == ".") continue;
    if (step == "..") {
      place.resize(place.find_last_of('/') == std::string::npos ? 0 : place.find_last_of('/'));
      absent -= absent > 0 ? 1 : 0;
      continue;
    }
    const auto before = place.size();
    (place += '/') += step;
    // A link in /proc leads to a different place for each process.
    const auto length = absent > 0 || place.starts_with("/proc/")
                            ? -1
                            : ::readlink(place.c_str(), target.data(), target.size());
    if (length < 0) {
      absent += absent > 0 || ::access(place.c_str(), F_OK) != 0 ? 1 : 0;
      continue;
    }
    if (++links > most_links) break;
    place.resize(target.front() == '/' ? 0 : before);
    rest = std::string{target.data(), static_cast<std::size_t>(length)} + '/' +
           rest.substr(std::min(begin, rest.size()));
    begin = 0;
    left_ -= std::min<std::uint64_t>(left_, rest.size() / bytes_a_step);
  }
  return place.empty() ? "/" : place;
}

std::string near_name(const std::filesystem::path& path) {
  constexpr std::size_t most_names = 10'000;  // the folder may be untrusted
  std::vector<std::string> names;
  std::error_code error;
  for (std::filesystem::directory_iterator entry{path.parent_path(), error};
       !error && entry != std::filesystem::directory_iterator{} && names.size() < most_names;
       entry.increment(error))
    names.push_back(entry->path().filename().string());
  return nearest(path.filename().string(), names);
}

std::filesystem::path cache_folder() {
  const auto folder = [](const char* name) -> std::filesystem::path {
    const std::filesystem::path path = environment(name);
    return path.is_absolute() ? path : std::filesystem::path{};
  };
  if (const auto cache = folder("XDG_CACHE_HOME"); !cache.empty()) return cache / "tribunal";
  const auto home = folder("HOME");
  return home.empty() ? home : home / ".cache" / "tribunal";
}

}  // namespace tribunal
