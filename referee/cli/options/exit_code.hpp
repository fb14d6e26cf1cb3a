#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

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

/// Ends the command: `main` complains with this sentence and exits with this code. Only functions of cli
/// throw it, and never in a coroutine, another thread or a callback of a lower module.
struct Complaint {
  ExitCode code;
  std::string sentence;

  Complaint(ExitCode exit_code, std::string why) : code{exit_code}, sentence{std::move(why)} {}
  explicit Complaint(const Error& error) : code{exit_code_of(error.code)}, sentence{error.text()} {}
};

/// The value of `made`. Throws `Complaint` if it is an error.
template <class Value>
Value must(Result<Value> made) {
  if (!made) throw Complaint{made.error()};
  if constexpr (!std::is_void_v<Value>) return *std::move(made);
}

/// Throws `Complaint` if there is an objection, a sentence.
void must_not(const std::optional<std::string>& objection, ExitCode code = ExitCode::usage);
void must_not(const std::string& objection, ExitCode code = ExitCode::usage) = delete;  // empty: none?

}  // namespace tribunal
