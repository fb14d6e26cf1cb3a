#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>

namespace tribunal {

/// The files that build files (`Makefile`, `build.ninja`, `CMakeLists.txt`) say how to make of others, each
/// with the build file that does. Paths are relative to `folder`. `files`: all that it holds; whatever else a
/// rule names is left out, as are names with variables. A build file may be a stranger's: of a long one the
/// rest is not read.
[[nodiscard]] std::map<std::string, std::string> build_targets(const std::filesystem::path& folder,
                                                               const std::set<std::string>& files);

}  // namespace tribunal
