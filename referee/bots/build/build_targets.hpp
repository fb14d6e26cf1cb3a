#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>

namespace tribunal {

/// A rule that makes a file of others.
struct BuildTarget {
  std::string build_file;  ///< path of the file with the rule
  bool is_copied = false;  ///< it copies one file, which people then change: `config.h` of `config.def.h`
};

/// The files that build files (`Makefile`, `build.ninja`, `CMakeLists.txt`) say how to make. Paths are
/// relative to `folder`. `files`: all that it holds; whatever else a rule names is left out, as are names
/// with functions, or with variables that their Makefile does not set. Build files are a stranger's: there
/// are bounds on what is read of them.
[[nodiscard]] std::map<std::string, BuildTarget> build_targets(const std::filesystem::path& folder,
                                                               const std::set<std::string>& files);

}  // namespace tribunal
