#pragma once

#include <ctime>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "bots/identity/manifest.hpp"

namespace tribunal {

/// The time of all that people wrote in the copy that is built, 2000-01-02: zips hold none before 1980.
inline constexpr std::time_t time_of_source = 946'771'200;
/// The time of what machines made.
inline constexpr std::time_t time_of_made = time_of_source - std::time_t{24} * 60 * 60;

/// Writes the files of a bot, `files`, which were hashed before, from the folder of a stranger to an archive
/// of tar. What people wrote has `time_of_source` and what machines made, by its bytes or its place, an older
/// time, whatever times they were sent with: so a build makes anew what is left of another build, and nothing
/// that was generated and sent beside its source; `made`, text that the build makes by its rules, is older
/// too. Scripts that begin with #!, and files that `build` runs, are executable, which zips of Windows lose.
/// Refused are files that have changed since. The error is one sentence.
[[nodiscard]] Result<void> pack_source(const std::filesystem::path& from, const Manifest& files,
                                       const std::string& build, const std::set<std::string>& made,
                                       const std::filesystem::path& archive);

/// The programs, objects and libraries below `folder`, what a build left, that are as they were packed: the
/// build did not make them.
[[nodiscard]] std::vector<std::string> taken_as_sent(const std::filesystem::path& folder);

}  // namespace tribunal
