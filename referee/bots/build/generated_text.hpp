#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

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

/// A sentence that names generated text below `folder` whose source lies there too, such as parser.c and
/// parser.y, and which the build did not write. Neither time nor bytes tell whether such text is of the
/// newest source. Empty if there is none. `is_built`: a build ran there.
[[nodiscard]] std::string note_of_generated_text(const std::filesystem::path& folder, bool is_built,
                                                 const std::vector<std::string>& machine_made = {});

}  // namespace tribunal
