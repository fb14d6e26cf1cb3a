#pragma once

#include <chrono>
#include <cstdint>
#include <ctime>
#include <filesystem>
#include <set>
#include <string>
#include <sys/types.h>
#include <vector>

#include "base/error.hpp"
#include "bots/identity/manifest.hpp"

namespace tribunal {

/// The most that an archive of a stranger may hold.
struct UnpackBounds {
  std::uint64_t bytes = std::uint64_t{512} << 20U;  ///< bytes of all files together, unpacked
  std::uint64_t entries = 100'000;
  std::chrono::seconds time{120};
  mode_t widest = 0777;       ///< widest mode of every file and folder
  bool keeps_closed = false;  ///< what an entry keeps from other users stays so
};

/// The modes of files from strangers, which keep nothing else of theirs.
inline constexpr mode_t mode_of_programs = 0755;
inline constexpr mode_t mode_of_files = 0644;

/// Unpacks an archive (tar, also compressed by gzip, xz or zstd, once; zip) of a stranger into `folder`, an
/// empty one. An archive holds a folder's content: files, folders, and links that lead to a place within it
/// or to the system's programs. Links of Python's virtual environments that lead elsewhere, to the
/// interpreter of their author, are left out, and their names returned. Anything else is refused: absolute
/// paths and `..`, links that lead out, devices, FIFOs, more than the bounds, a damaged archive. Owners and
/// special modes are not kept. The error is one sentence, without the name of the archive.
[[nodiscard]] Result<std::vector<std::string>> unpack(const std::filesystem::path& archive,
                                                      const std::filesystem::path& folder,
                                                      const UnpackBounds& bounds);

/// Removes the links of virtual environments below `folder` that lead neither to a place within it nor to the
/// system's programs, and returns their names. The error is one sentence about another link that does.
[[nodiscard]] Result<std::vector<std::string>> check_links(const std::filesystem::path& folder);

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
