#include "tournament/intake/look_over.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <sys/stat.h>

#include "bots/build/frozen_folder.hpp"
#include "bots/system/program.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

std::string head_of_file(const fs::path& file) {
  std::array<char, 64> head{};
  std::ifstream stream{file, std::ios::binary};
  stream.read(head.data(), head.size());
  return {head.data(), static_cast<std::size_t>(stream.gcount())};
}

}  // namespace

void make_executable(const fs::path& file) {
  constexpr mode_t readers = 0444;
  struct stat now {};
  if (::lstat(file.c_str(), &now) == 0 && S_ISREG(now.st_mode))
    ::chmod(file.c_str(), (now.st_mode & 0777U) | ((now.st_mode & readers) >> 2U));
}

std::vector<std::string> look_over(const fs::path& folder) {
  std::vector<std::string> pointers;
  std::map<std::string, std::vector<std::string>> foreign;
  std::error_code error;
  for (fs::recursive_directory_iterator entry{folder, error};
       !error && entry != fs::recursive_directory_iterator{}; entry.increment(error)) {
    if (entry->is_symlink(error) || !entry->is_regular_file(error)) continue;
    const auto head = head_of_file(entry->path());
    if (head.starts_with("#!")) make_executable(entry->path());
    auto name = entry->path().lexically_relative(folder).string();
    if (head.starts_with("version https://git-lfs.github.com/spec/")) {
      pointers.push_back(std::move(name));
    } else if (auto system = foreign_system(head); !system.empty()) {
      foreign[system].push_back(std::move(name));
    }
  }
  std::ranges::sort(pointers);
  std::vector<std::string> notes;
  if (!pointers.empty())
    notes.push_back("pointers of Git LFS in place of files, which 'git lfs pull' gets: " +
                    escaped_names(pointers));
  for (auto& [system, names] : foreign) {
    std::ranges::sort(names);
    notes.push_back("for " + system + ", not for this machine: " + escaped_names(names));
  }
  return notes;
}

}  // namespace tribunal
