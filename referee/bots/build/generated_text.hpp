#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace tribunal {

/// A rule that makes a file from others.
struct BuildTarget {
  std::string build_file;  ///< file with the rule
  bool is_copied = false;  ///< whether it copies one file, which people then change: `config.h` from
                           ///< `config.def.h`
};

/// The files that build files (`Makefile`, `build.ninja`, `CMakeLists.txt`) can make. Paths are relative to
/// `folder`. `files`: all files in it; other names in rules are ignored, as are names with functions, or with
/// variables that their Makefile does not set. Build files are untrusted, so bounds limit how much of them is
/// read.
[[nodiscard]] std::map<std::string, BuildTarget> build_targets(const std::filesystem::path& folder,
                                                               const std::set<std::string>& files);

/// A sentence that names generated text below `folder` that the build did not write, although its source is
/// there too, such as parser.c and parser.y. Neither time nor contents show whether such text is up to date.
/// Empty if there is none. `is_built`: whether a build ran there.
[[nodiscard]] std::string note_of_generated_text(const std::filesystem::path& folder, bool is_built,
                                                 const std::vector<std::string>& machine_made = {});

}  // namespace tribunal
