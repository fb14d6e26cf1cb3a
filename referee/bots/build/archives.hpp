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
#include "bots/identity/identity.hpp"

namespace tribunal {

/// The limits on an untrusted archive.
struct UnpackBounds {
  std::uint64_t bytes = std::uint64_t{512} << 20U;  ///< size of all files together, unpacked
  std::uint64_t entries = 100'000;
  std::chrono::seconds time{120};
  mode_t widest = 0777;       ///< widest mode of every file and folder
  bool keeps_closed = false;  ///< whether an entry that other users may not read stays so
};

/// The modes of files from untrusted authors. Nothing else of their modes is kept.
inline constexpr mode_t mode_of_programs = 0755;
inline constexpr mode_t mode_of_files = 0644;

/// Unpacks an untrusted archive (zip, or tar, which may be compressed once by gzip, xz or zstd) into
/// `folder`, which must be empty. An archive may hold files, folders, and links to places within it or to the
/// system's programs. Links of Python's virtual environments that lead elsewhere, to the author's
/// interpreter, are omitted, and their names are returned. Anything else is refused: absolute paths and `..`,
/// links that lead out, devices, FIFOs, anything beyond the bounds, and damaged archives. Owners and special
/// modes are not kept. The error is one sentence without the name of the archive.
[[nodiscard]] Result<std::vector<std::string>> unpack(const std::filesystem::path& archive,
                                                      const std::filesystem::path& folder,
                                                      const UnpackBounds& bounds);

/// Removes the links of virtual environments below `folder` that lead neither to a place within it nor to the
/// system's programs. Returns their names. The error is one sentence about any other link that leads out.
[[nodiscard]] Result<std::vector<std::string>> check_links(const std::filesystem::path& folder);

/// The time of all files written by people in the copy that is built: 2000-01-02, because zip files have no
/// time before 1980.
inline constexpr std::time_t time_of_source = 946'771'200;
/// The time of files made by machines.
inline constexpr std::time_t time_of_made = time_of_source - std::time_t{24} * 60 * 60;

/// Writes the files of a bot, `files`, whose hashes are known, from an untrusted folder to a tar archive.
/// Files written by people get `time_of_source`. Files made by machines, judged by their bytes or place, get
/// an older time, and so do those in `made`, text that the build makes by its rules. Submitted times are
/// ignored. Thus a build makes the remains of another build again, but not text that was generated and
/// submitted beside its source. Scripts that begin with #!, and files that `build` runs, become executable,
/// because zip files from Windows lose that mode. Files that have changed since they were hashed are refused.
/// The error is one sentence.
[[nodiscard]] Result<void> pack_source(const std::filesystem::path& from, const Manifest& files,
                                       const std::string& build, const std::set<std::string>& made,
                                       const std::filesystem::path& archive);

/// The programs, objects and libraries below `folder`, the result of a build, that are the same as when they
/// were packed. The build did not make these.
[[nodiscard]] std::vector<std::string> taken_as_sent(const std::filesystem::path& folder);

}  // namespace tribunal
