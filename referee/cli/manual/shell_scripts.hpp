#pragma once

#include <string>
#include <string_view>

namespace tribunal {

/// The script by which `shell`, which is bash, zsh or fish, completes command lines of tribunal: it asks
/// `tribunal complete`.
[[nodiscard]] std::string completion_script(std::string_view shell);

}  // namespace tribunal
