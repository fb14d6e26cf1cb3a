#include "bench_table.hpp"

#include <exception>
#include <optional>
#include <stdexcept>
#include <utility>

#include <boost/asio/co_spawn.hpp>

#include "allocations.hpp"
#include "record/seat_lines.hpp"
#include "table/protocol.hpp"

namespace tribunal {
namespace {

using std::chrono::steady_clock;

GameOrder order_of(std::uint64_t number, ClockKind clock) {
  static const Rules rules = make_rules("revolution", 3, {}).value();
  static const Secret secret = Secret::from_seed("bench");
  return {.rules = rules,
          .deal = {.event = "bench", .number = number, .key = deal_key(secret, "bench", number)},
          .limits = {.clock = clock},
          .host = {.referee = "bench", .sandbox = "none"},
          .cards = nullptr};
}

template <typename T>
asio::awaitable<void> keep(asio::awaitable<T> task, std::optional<T>& result) {
  result.emplace(co_await std::move(task));
}

void run(asio::io_context& context, asio::awaitable<void> task) {
  asio::co_spawn(context, std::move(task), [&](const std::exception_ptr& error) {
    context.stop();
    if (error) std::rethrow_exception(error);
  });
  context.restart();
  context.run();
}

std::size_t text_size(const std::vector<std::string>& lines) {
  std::size_t size = 0;
  for (const auto& line : lines) size += line.size() + 1;
  return size;
}

}  // namespace

BenchTable::BenchTable(Host& host, SandboxLevel level, ClockKind clock) : clock_{clock} {
  for (int seat = 0; seat < 3; ++seat) {
    BotEntry entry;
    entry.name = "honest";
    entry.command = {{HONEST_BOT}, "."};
    entry.sandbox.level = level;
    bots_.emplace_back(context_, host, entry);
  }
  for (auto& bot : bots_) seats_.push_back(&bot);
}

BenchTable::~BenchTable() { run(context_, end_all(seats_)); }

PlayedGame BenchTable::play_one(std::uint64_t number) {
  std::optional<std::expected<PlayedGame, GameVoid>> game;
  run(context_, keep(play_game(order_of(number, clock_), seats_), game));
  if (!*game) throw std::runtime_error{"a game did not count: " + game->error().reason};
  if (!(*game)->reports.empty()) throw std::runtime_error{"a bot " + (*game)->reports.front().message};
  return std::move(game->value());
}

BenchTable::Run BenchTable::play(std::uint64_t first, std::uint64_t games) {
  Run total{.games = games, .decisions = 0, .allocations = allocations(), .time = {}};
  const auto start = steady_clock::now();
  for (std::uint64_t i = 0; i < games; ++i) total.decisions += play_one(first + i).record.decisions.size();
  total.time = steady_clock::now() - start;
  total.allocations = allocations() - total.allocations;
  return total;
}

Bytes BenchTable::mean_bytes(std::uint64_t games) {
  Bytes bytes;
  std::size_t decisions = 0;
  for (std::uint64_t number = 0; number < games; ++number) {
    const auto record = play_one(number).record;
    decisions += record.decisions.size();
    for (Seat seat = 0; seat < 3; ++seat) {
      const auto lines = seat_lines(record, seat).value();
      bytes.question += text_size(lines.closing) + 200;  // the first line of the game and the last two
      for (const auto& question : lines.questions) {
        std::string ask;
        append_ask_line(ask, 1000, question.allowance_us, question.legal);
        bytes.question += text_size(question.lines) + ask.size();
        bytes.answer +=
            record.decisions[question.decision].action.text().size() + std::string{"move 1000 \n"}.size();
      }
    }
  }
  return {bytes.question / decisions, bytes.answer / decisions};
}

std::vector<BenchTable::Restart> BenchTable::restart(int count) {
  std::vector<Restart> times;
  auto& bot = bots_.front();
  for (int i = 0; i < count; ++i) {
    const auto begin = steady_clock::now();
    run(context_, bot.end());
    const auto ended = steady_clock::now();
    std::optional<std::optional<Bot::StartTrouble>> trouble;
    run(context_, keep(bot.make_ready(Limits{}), trouble));
    if (*trouble) throw std::runtime_error{"a bot " + (*trouble)->message};
    times.push_back({ended - begin, steady_clock::now() - ended});
  }
  return times;
}

}  // namespace tribunal
