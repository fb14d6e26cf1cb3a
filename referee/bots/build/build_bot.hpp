#pragma once

#include <expected>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "bots/build/build_limits.hpp"
#include "bots/process/host.hpp"

namespace tribunal {

/// The default place of built bots: `tribunal/builds` in XDG_CACHE_HOME. Without that, for root in
/// /var/cache, where bots' users can pass through, and for other users in ~/.cache. If none exists, in
/// TMPDIR.
[[nodiscard]] std::filesystem::path usual_build_cache();

/// The order to build a bot from its author's source.
struct BuildOrder {
  std::string command;           ///< shell command
  std::filesystem::path source;  ///< folder of the author
  SandboxLevel level = SandboxLevel::bwrap;
  BuildLimits limits;
  std::vector<std::filesystem::path> sees{};  ///< additional paths that the build may read
  std::vector<std::filesystem::path> hidden;  ///< paths that the build must not see
  std::filesystem::path plan = {};            ///< file of the organiser
  bool again = false;                         ///< whether to build even if the cache has the result
};

struct Built {
  std::filesystem::path folder;  ///< read-only; the source with everything that the build added or changed
  std::filesystem::path log;     ///< output of the build
  std::string cached_at;         ///< time of its build in UTC, if it was in the cache; else empty
  std::vector<std::string> notes{};  ///< sentences for the author, escaped
};

/// The reason that a bot was not built.
struct FailedBuild {
  Error error;  ///< one sentence that begins with the problem: `its build 'make' ended with ...`
  std::filesystem::path log;   ///< output of the command; empty if it did not run to its end
  bool lacks_program = false;  ///< whether it called a compiler's program that this machine does not have

  FailedBuild(Error why) : error{std::move(why)} {}  // NOLINT(*-explicit-*)
  [[nodiscard]] Error with_log() const;
};

/// Builds a bot. There is one build for each combination of the folder's contents, the command, the machine
/// with its compilers, and the sandbox. An earlier result is taken from `cache`, which several runs may
/// share, if it has not been changed. The identity of the bot covers the built folder (docs/sandbox.md, What
/// a bot is), so that equal results are the same bot, wherever the source was. `on_start` is called before a
/// build that takes time.
[[nodiscard]] std::expected<Built, FailedBuild> build_bot(Host& host, const std::filesystem::path& cache,
                                                          const BuildOrder& order,
                                                          const std::function<void()>& on_start = {});

/// The lines of /proc/cpuinfo that name the first processor and its features, without those that change all
/// the time. Programs compiled for it may not run on another.
[[nodiscard]] std::string processor_of(std::string_view cpuinfo);

/// A hash of everything beside its source that a build may depend on: the processor, the packages of the
/// system, the compilers in PATH, the programs that `command` names, rustup's toolchains, and the files in
/// `sees`. Files outside of the package database count by size and time. No program is run.
[[nodiscard]] std::string toolchain_hash(const std::string& command,
                                         const std::vector<std::filesystem::path>& sees);

/// The folder of rustup's toolchains, if this user's `cargo` is rustup's. Otherwise empty.
[[nodiscard]] std::filesystem::path rustup_home();

}  // namespace tribunal
