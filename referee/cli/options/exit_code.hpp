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
  failed = 1,               ///< a bot, check or verification failed
  usage = 2,                ///< the command line is wrong, or a file that it names cannot be read
  inconclusive = 3,         ///< a comparison ended without a verdict
  bot_does_not_start = 4,   ///< before the first game: nothing was played; later: only games without this bot
                            ///< were played
  bot_always_at_fault = 5,  ///< all games were played, and a bot was at fault in each, or no longer started
  no_sandbox = 69,  ///< the requested sandbox level is not available, or a limit of this process is too low
  our_bug = 70,     ///< a bug of ours; please report it
  cannot_write = 74,
  interrupted = 75,  ///< run the same command again to resume, possibly later
  bad_plan = 78,     ///< the content of the plan is wrong, or another plan was played before
};

/// Prints `tribunal: sentence` on standard error and returns `code`. Bytes that control a terminal, such as
/// escape sequences from the command line, are printed as `\x1b`.
ExitCode complain(ExitCode code, std::string_view sentence);

[[nodiscard]] ExitCode exit_code_of(ErrorCode code);

/// Prints `error` and returns its exit code.
ExitCode complain(const Error& error);

/// Ends the command: `main` prints this sentence and exits with this code. Only functions of cli may throw
/// it, and never in a coroutine, on another thread or in a callback of a lower module.
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

/// Throws `Complaint` with the objection, a sentence, if there is one.
void must_not(const std::optional<std::string>& objection, ExitCode code = ExitCode::usage);
void must_not(const std::string& objection, ExitCode code = ExitCode::usage) = delete;  // empty: unclear

}  // namespace tribunal
