#include "check/self_play.hpp"

#include <fmt/format.h>
#include <utility>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/experimental/parallel_group.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "bots/meter/usage.hpp"
#include "table/together.hpp"

namespace tribunal {
namespace {

using GameResult = std::expected<PlayedGame, GameVoid>;

/// At a game that becomes void: one for the machine, two that show the bot to be the cause, one that says so.
constexpr int most_attempts = 4;

BotEntry copy_of(const BotEntry& bot, int number) {
  auto entry = bot;
  if (number > 0) entry.name += '-' + std::to_string(number + 1);
  return entry;
}

asio::awaitable<void> keep(asio::awaitable<GameResult> game, std::optional<GameResult>& result) {
  result.emplace(co_await std::move(game));
}

/// The decision at whose question a game became void; nothing if it was at another time.
std::optional<std::size_t> question_of(const GameVoid& attempt) {
  if (!attempt.asked || !attempt.so_far) return std::nullopt;
  return attempt.so_far->record.decisions.size();
}

/// Runs `task` and cancels it at `deadline`; returns when it is done.
asio::awaitable<void> until(CheckClock::time_point deadline, asio::awaitable<void> task) {
  const auto executor = co_await asio::this_coro::executor;
  asio::steady_timer timer{executor, deadline};
  auto group = asio::experimental::make_parallel_group(
      asio::co_spawn(executor, std::move(task), asio::deferred), timer.async_wait(asio::deferred));
  const auto [order, failure, ignored] =
      co_await group.async_wait(asio::experimental::wait_for_one(), asio::use_awaitable);
  if (failure) std::rethrow_exception(failure);
}

/// The resources that a process has used by now.
Consumption used_by(const BotProcess& process) {
  const auto usage = UsageMeter{process.pid()}.look();
  return {.error_bytes = process.error_bytes(),
          .peak_kib = usage.peak_kib,
          .cpu = std::chrono::duration_cast<std::chrono::microseconds>(usage.cpu.total)};
}

asio::awaitable<void> end(Bot& bot, SelfPlay::Leaving& leaving) {
  if (!bot.has_process()) co_return;
  auto& process = bot.process();
  const auto grace = bot.entry().grace;
  leaving.used = used_by(process);
  const bool left = co_await process.end(grace);
  leaving.used.error_bytes = process.error_bytes();  // with the output of its exit
  leaving.trouble = trouble_of_leaving(left, process, grace, Farewell::quit);
  bot.kill();
}

}  // namespace

std::string trouble_of_leaving(bool left, const BotProcess& process, Grace grace, Farewell farewell) {
  const std::string told = farewell == Farewell::quit ? "`quit`" : "the end of its input";
  if (!left) {
    return fmt::format("did not leave within {} ms after {}: it had to be sent a signal", grace.quit.count(),
                       told);
  }
  if (farewell == Farewell::end_of_input ? !process.was_killed() : process.left_in_order()) return {};
  return process.ending() + " at " + told;
}

SelfPlay::SelfPlay(asio::io_context& context, Host& host, const CheckOrder& order, int copies)
    : starts_{std::vector<StartPatience>(static_cast<std::size_t>(copies), one_more_try), true},
      order_{&order} {
  for (int number = 0; number < copies; ++number) {
    auto entry = copy_of(order.bot, number);
    entry.starts = &starts_;
    entry.number = number;
    bots_.emplace_back(context, host, std::move(entry));
  }
}

GameOrder SelfPlay::order_of(const SelfPlayed& game, const Novelties& novelties) const {
  const DealReference deal{.number = game.deal,
                           .key = deal_key(Secret::from_seed(check_seed), "play", game.deal)};
  return {.rules = game.table->rules,
          .deal = deal,
          .limits = order_->limits,
          .host = order_->host,
          .cards = {},
          .novelties = novelties};
}

asio::awaitable<GameResult> SelfPlay::play(SelfPlayed game, const Novelties& novelties,
                                           CheckClock::time_point deadline, Shown shown) {
  std::optional<GameResult> result;
  std::optional<std::size_t> question;
  auto order = order_of(game, novelties);
  std::vector<Bot*> seats;
  const auto players = static_cast<std::size_t>(order.rules.players());
  for (std::size_t seat = 0; seat < players; ++seat)  // the first copies play in every game
    seats.push_back(&bots_[(seat + game.turn) % players]);
  for (int attempt = 0; attempt < most_attempts; ++attempt) {
    auto task = keep(play_game(order, seats), result);
    co_await until(deadline, std::move(task));
    if (result->has_value() || result->error().interrupted) break;
    const auto before = std::exchange(question, question_of(result->error()));
    if (question && question == before) order.blamed = SeatSet::all();
  }
  const bool is_shown = result->has_value() && (shown == Shown::always || !(*result)->reports.empty());
  if (is_shown && order_->on_game) order_->on_game(**result);
  co_return std::move(*result);
}

Consumption SelfPlay::dismiss() {
  Consumption all;
  for (auto& bot : bots_) {
    if (bot.has_process()) all.add(used_by(bot.process()));
    bot.kill();
  }
  return all;
}

asio::awaitable<SelfPlay::Leaving> SelfPlay::leave() {
  std::vector<Leaving> leavings(bots_.size());
  std::vector<asio::awaitable<void>> endings;
  for (std::size_t seat = 0; seat < bots_.size(); ++seat) endings.push_back(end(bots_[seat], leavings[seat]));
  co_await together(std::move(endings));
  Leaving all;
  for (auto& leaving : leavings) {
    all.used.add(leaving.used);
    if (all.trouble.empty()) all.trouble = std::move(leaving.trouble);
  }
  co_return all;
}

}  // namespace tribunal
