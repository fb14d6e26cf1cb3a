#pragma once

#include <chrono>
#include <expected>
#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/descriptor.hpp"
#include "base/error.hpp"
#include "bots/build/build_limits.hpp"
#include "bots/process/host.hpp"

namespace tribunal {

/// The place of what was built: `tribunal/builds` in XDG_CACHE_HOME, for root in /var/cache, where
/// the users of bots can go, or in ~/.cache; in TMPDIR if there is none of them.
[[nodiscard]] std::filesystem::path usual_build_cache();

/// One run of the build of a stranger's bot. All paths are absolute.
struct BuildRun {
  std::string command;                       ///< command line for a shell, run in the unpacked `source`
  std::filesystem::path source;              ///< an archive, as `pack_source` writes it
  std::filesystem::path scratch;             ///< a folder for what the run leaves, of this user alone
  SandboxLevel level = SandboxLevel::bwrap;  ///< level of the bot's sandbox
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

/// A bot that its author sent as source, and how it becomes a program.
struct BuildOrder {
  std::string command;           ///< command as a shell reads it
  std::filesystem::path source;  ///< the author's folder
  SandboxLevel level = SandboxLevel::bwrap;
  BuildLimits limits;
  std::vector<std::filesystem::path> sees;    ///< additional paths that the build may read
  std::vector<std::filesystem::path> hidden;  ///< paths that it must not see
  bool again = false;                         ///< also if the same was built before
};

/// A bot that was built.
struct Built {
  std::filesystem::path folder;    ///< read-only: the source, with all that the build added or changed
  std::filesystem::path log;       ///< the output of the build
  std::string cached_at;           ///< time of its build, in UTC, if it was taken from the cache; else empty
  std::vector<std::string> notes;  ///< what its author should know, a sentence each, escaped
};

/// The reason why a bot was not built.
struct FailedBuild {
  Error error;  ///< one sentence that begins with what is wrong: `its build 'make' ended with ...`
  std::filesystem::path log;   ///< all that its command wrote; empty if it did not run to its end
  bool lacks_program = false;  ///< it called a program of compilers that this machine does not have

  FailedBuild(Error why) : error{std::move(why)} {}  // NOLINT(*-explicit-*)
  /// The sentence, with the place of the log.
  [[nodiscard]] Error with_log() const;
};

/// Builds a bot once for each content of its folder, command, machine with its compilers, and sandbox: what
/// was built before is taken from `cache`, which several runs may share, if it is as it was. What is built is
/// a folder that the identity of the bot covers (docs/sandbox.md, What a bot is), so that the same result is
/// the same bot, wherever its source was. `on_start` is called before a build that takes time.
[[nodiscard]] std::expected<Built, FailedBuild> build_bot(Host& host, const std::filesystem::path& cache,
                                                          const BuildOrder& order,
                                                          const std::function<void()>& on_start = {});

}  // namespace tribunal
