#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "bots/build/build_limits.hpp"
#include "bots/process/host.hpp"

namespace tribunal {

/// One run of the build of a stranger's bot. All paths are absolute.
struct BuildRun {
  std::string command;                       ///< as a shell reads it, in the folder that `source` holds
  std::filesystem::path source;              ///< an archive, as `pack_source` writes it
  std::filesystem::path scratch;             ///< a folder for what the run leaves, of this user alone
  SandboxLevel level = SandboxLevel::bwrap;  ///< that of the bot
  BuildLimits limits;
  std::vector<std::filesystem::path> sees;    ///< additional paths that it may read, as toolchains
  std::vector<std::filesystem::path> hidden;  ///< paths that it must not see, wherever they are
};

/// The files that a run leaves in `scratch`.
[[nodiscard]] inline std::filesystem::path archive_of_build(const std::filesystem::path& scratch) {
  return scratch / "built.tar";
}
[[nodiscard]] inline std::filesystem::path log_of_build(const std::filesystem::path& scratch) {
  return scratch / "build.log";
}

/// Builds in the sandbox, without a network: sends the source through a pipe to a writable place of the
/// sandbox, so that no other build can read it, runs the command there, and lets tar write the folder to a
/// pipe, since nothing that the build wrote is touched by this program but through that pipe. Leaves
/// `archive_of_build`, which is as hostile as its author, and `log_of_build`, the output of the command, of
/// which the middle is left out beyond a megabyte. The error is one sentence that follows `its build `, with
/// the last lines of the output.
[[nodiscard]] Result<void> run_build(Host& host, const BuildRun& build);

}  // namespace tribunal
