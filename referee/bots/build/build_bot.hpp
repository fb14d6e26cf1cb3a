#pragma once

#include <expected>
#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "bots/build/build_cache.hpp"
#include "bots/build/build_limits.hpp"
#include "bots/process/host.hpp"

namespace tribunal {

/// A bot that its author sent as source, and how it becomes a program.
struct BuildOrder {
  std::string command;           ///< as a shell reads it
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
