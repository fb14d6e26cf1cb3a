#pragma once

#include <string_view>

#include "base/error.hpp"

namespace tribunal {

/// The exit codes of the program; docs/cli.md lists them for users.
enum class ExitCode : int {
  ok = 0,
  failed = 1,        ///< the bot, the check or the verification failed
  usage = 2,         ///< the command line is wrong, or what it names cannot be read
  inconclusive = 3,  ///< a comparison ended without a verdict
  bot_does_not_start =
      4,  ///< before the first game, then nothing was played; or later, then the others' games
  bot_always_at_fault =
      5,            ///< all games were played, and a bot was at fault in each, or did not start any more
  no_sandbox = 69,  ///< the requested sandbox level is not available, or a limit of this process is too low
  our_bug = 70,     ///< please report it
  cannot_write = 74,
  interrupted = 75,  ///< run the same command again to resume, possibly later
  bad_plan = 78,     ///< its content is wrong, or another plan was played before
};

/// Prints `tribunal: sentence` on standard error and returns `code`. What a terminal would obey,
/// such as escape sequences out of the command line, is shown as `\x1b`.
ExitCode complain(ExitCode code, std::string_view sentence);

/// The exit code that says why something was not done.
[[nodiscard]] ExitCode exit_code_of(ErrorCode code);

/// Complains of `error` and returns its exit code.
ExitCode complain(const Error& error);

}  // namespace tribunal
