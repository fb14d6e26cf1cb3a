#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tribunal {

/// Looks over the files that were sent, in a folder of this program's own. Scripts that begin with #! are
/// made executable, which zips of Windows lose. Returns what their author should know, a sentence each,
/// escaped: pointers of Git LFS in place of files, and programs for other machines.
[[nodiscard]] std::vector<std::string> look_over(const std::filesystem::path& folder);

/// Lets whoever may read a file also execute it.
void make_executable(const std::filesystem::path& file);

}  // namespace tribunal
