#pragma once

#include <filesystem>
#include <string>

namespace tribunal {

/// A sentence about the text below `folder` that a generator makes of a source that lies there too, such as
/// parser.c of parser.y, and that is as it was sent: nobody can tell by its time or its bytes whether it is
/// of the newest source. Empty if there is none. `is_built`: a build ran there, and what it wrote is not
/// named.
[[nodiscard]] std::string note_of_generated_text(const std::filesystem::path& folder, bool is_built);

}  // namespace tribunal
