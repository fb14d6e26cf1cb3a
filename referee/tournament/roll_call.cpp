#include "tournament/roll_call.hpp"

#include <chrono>
#include <exception>
#include <optional>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>

#include "bots/host.hpp"
#include "tournament/bot_entry.hpp"
#include "tournament/bot_sandbox.hpp"

namespace tribunal {
namespace {

using Trouble = std::optional<Bot::StartTrouble>;

asio::awaitable<Trouble> start_and_end(Bot& bot, std::chrono::milliseconds startup) {
  auto trouble = co_await bot.make_ready(startup);
  if (trouble) trouble = co_await bot.make_ready(startup);  // the machine may have been busy
  co_await bot.end();
  co_return trouble;
}

Trouble trouble_of(Host& host, BotEntry entry, std::chrono::milliseconds startup) {
  asio::io_context context{1};
  Bot bot{context, host, std::move(entry)};
  Trouble trouble;
  asio::co_spawn(context, start_and_end(bot, startup), [&](const std::exception_ptr& error, Trouble found) {
    context.stop();  // the bot is listened to all the time: it would run on
    if (error) std::rethrow_exception(error);
    trouble = std::move(found);
  });
  context.run();
  return trouble;
}

}  // namespace

std::expected<void, Absentee> call_roll(const Tournament& tournament, std::span<const int> bots,
                                        SandboxLevel level, const std::filesystem::path& results) {
  Host host;
  const auto sandboxes = sandboxes_of(tournament.plan, level, results);
  const std::chrono::milliseconds startup{tournament.plan.limits.startup_ms};
  for (const int bot : bots) {
    auto trouble = trouble_of(host, entry_of(tournament, sandboxes, bot), startup);
    if (!trouble) continue;
    return std::unexpected{
        Absentee{tournament.plan.bots.at(static_cast<std::size_t>(bot)).name, std::move(trouble->message)}};
  }
  return {};
}

}  // namespace tribunal
