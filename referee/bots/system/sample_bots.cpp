#include "bots/system/sample_bots.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <system_error>

#include "games/core/spelling.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

/// The ends of the files of sample bots: of programs, and of scripts.
constexpr std::array<std::string_view, 3> endings{"", ".py", ".mjs"};

constexpr std::string_view kit_stem = "tribunal_bot";

fs::path folder_of_samples() {
  std::error_code ignored;
  return (fs::read_symlink("/proc/self/exe", ignored).parent_path() / "../lib/tribunal/bots")
      .lexically_normal();
}

}  // namespace

fs::path sample_bot(const std::string& name) {
  if (name.empty() || name.contains('/') || name.contains('.') || name == kit_stem) return {};
  std::error_code ignored;
  for (const auto ending : endings) {
    const auto file = folder_of_samples() / (name + std::string{ending});
    if (fs::is_regular_file(file, ignored)) return fs::canonical(file, ignored);
  }
  return {};
}

std::vector<std::string> sample_bot_names() {
  std::vector<std::string> names;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator{folder_of_samples(), ignored}) {
    auto name = entry.path().stem().string();
    if (!sample_bot(name).empty()) names.push_back(std::move(name));
  }
  std::ranges::sort(names);
  return names;
}

std::string near_sample_bot(const std::string& name) {
  const auto near = nearest(name, sample_bot_names());
  return near.empty() ? "" : "; did you mean '" + near + "'?";
}

bool is_sample_bot(const fs::path& file) { return sample_bot(file.stem().string()) == file; }

}  // namespace tribunal
