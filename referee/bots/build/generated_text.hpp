#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tribunal {

/// A sentence that names generated text below `folder` whose source lies there too, such as parser.c and
/// parser.y, and which the build did not write. Neither time nor bytes tell whether such text is of the
/// newest source. Empty if there is none. `is_built`: a build ran there.
[[nodiscard]] std::string note_of_generated_text(const std::filesystem::path& folder, bool is_built,
                                                 const std::vector<std::string>& machine_made = {});

}  // namespace tribunal
