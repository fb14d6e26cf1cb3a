#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tribunal {

/// The sample bot of this name, which came with the program: `greedy`. Empty if there is none. Sample bots
/// lie in `../lib/tribunal/bots` of the program's folder, beside the plans.
[[nodiscard]] std::filesystem::path sample_bot(const std::string& name);

/// The names of all sample bots, sorted.
[[nodiscard]] std::vector<std::string> sample_bot_names();

/// `; did you mean 'greedy'?` if a sample bot has a name near to `name`; else empty.
[[nodiscard]] std::string near_sample_bot(const std::string& name);

/// Whether the file is one of the sample bots.
[[nodiscard]] bool is_sample_bot(const std::filesystem::path& file);

}  // namespace tribunal
