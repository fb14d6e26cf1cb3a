#include "cli/roll_call.hpp"

#include <chrono>
#include <optional>

#include "bots/host.hpp"
#include "cli/interruptible.hpp"
#include "tournament/bot_entry.hpp"
#include "tournament/bot_sandbox.hpp"

namespace tribunal {
namespace {

using Trouble = std::optional<Bot::StartTrouble>;

asio::awaitable<Trouble> start_and_dismiss(Bot& bot, std::chrono::milliseconds startup) {
  using Kind = Bot::StartTrouble::Kind;
  auto trouble = co_await bot.make_ready(startup);
  if (trouble && trouble->kind != Kind::interrupted)
    trouble = co_await bot.make_ready(startup);  // the machine may have been busy
  // Also after Ctrl-C: leaving bots behind is not an answer to it.
  co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
  co_await bot.end();
  co_return trouble;
}

}  // namespace

ExitCode call_roll(const Tournament& tournament, std::span<const int> bots, SandboxLevel level,
                   const std::filesystem::path& results) {
  Host host;
  const auto sandboxes = sandboxes_of(tournament.plan, level, results);
  const std::chrono::milliseconds startup{tournament.plan.limits.startup_ms};
  for (const int index : bots) {
    asio::io_context context{1};
    Bot bot{context, host, entry_of(tournament, sandboxes, index)};
    bool interrupted = false;
    const auto trouble = run_interruptibly(context, start_and_dismiss(bot, startup), interrupted);
    if (interrupted) {
      return complain(ExitCode::interrupted,
                      "interrupted before the first game; run the same command again to go on");
    }
    if (!trouble) continue;
    return complain(ExitCode::usage, "bot " + bot.entry().name + " does not start: " + trouble->message +
                                         "; one that tribunal check finds sound would be right");
  }
  return ExitCode::ok;
}

}  // namespace tribunal
