#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace tribunal {

/// Finds a file that a command line names as an output and also as something else: an input, a bot's file, a
/// file of a results folder, or another output. `words` begin with the command. Returns what is wrong: one
/// sentence. Looks at the file system; devices and pipes may be named twice.
[[nodiscard]] std::optional<std::string> output_named_twice(const std::vector<std::string>& words);

/// Like `output_named_twice`, for the file that `option` names, which may be empty, and for files that a plan
/// names or that a folder of results holds.
[[nodiscard]] std::optional<std::string> output_is_input(const std::string& option, const std::string& file,
                                                         const std::vector<std::filesystem::path>& inputs);

}  // namespace tribunal
