#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace tribunal::testing {

/// A folder for one test, removed at its end.
class ScratchFolder {
 public:
  ScratchFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "tribunal-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error{"no folder for a test"};
    path_ = pattern;
  }
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] std::filesystem::path operator/(std::string_view name) const { return path_ / name; }

  // NOLINTNEXTLINE(modernize-use-nodiscard): mostly called for what it does
  std::filesystem::path write(std::string_view name, std::string_view text) const {
    std::ofstream{path_ / name, std::ios::binary} << text;
    return path_ / name;
  }

 private:
  std::filesystem::path path_;
};

}  // namespace tribunal::testing
