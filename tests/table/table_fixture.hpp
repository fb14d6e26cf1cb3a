#pragma once

#include <deque>
#include <exception>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <catch2/catch.hpp>

#include "games/catalogue.hpp"
#include "record/replay_log.hpp"
#include "record/verify/verify.hpp"
#include "table/play_game.hpp"

namespace tribunal {

/// The program with which the tests are built, and its arguments.
inline BotEntry test_bot(const std::string& program, std::vector<std::string> arguments = {}) {
  BotEntry entry;
  entry.name = arguments.empty() ? "honest" : arguments.front();
  entry.command.words = {program};
  entry.command.words.insert(entry.command.words.end(), arguments.begin(), arguments.end());
  entry.command.directory = ".";
  entry.grace = {std::chrono::milliseconds{100}, std::chrono::milliseconds{100}};
  return entry;
}

inline BotEntry honest_bot() { return test_bot(HONEST_BOT); }
inline BotEntry hostile_bot(const std::string& way) { return test_bot(HOSTILE_BOT, {way}); }

/// A bot that is this script of the shell.
inline BotEntry shell_bot(const std::string& script) { return test_bot("/bin/sh", {"-c", script}); }

/// An order for a game with these rules; its deal follows from the number.
inline GameOrder order_of(Rules rules, std::uint64_t number = 0, const Limits& limits = {.move_ms = 2000},
                          const std::string& seed = "table") {
  return {
      .rules = std::move(rules),
      .deal = {.event = "play", .number = number, .key = deal_key(Secret::from_seed(seed), "play", number)},
      .limits = limits,
      .host = {.referee = "test", .sandbox = "none"},
      .cards = nullptr};
}

inline GameOrder order_of_revolution(std::uint64_t number = 0, const Limits& limits = {.move_ms = 2000},
                                     const std::string& seed = "table") {
  return order_of(make_rules("revolution", 3, {}).value(), number, limits, seed);
}

/// Checks that the log of a game follows from its deal and decisions.
inline void check_log_holds(const Record& record) {
  std::istringstream log{write_log(record).value()};
  const auto verified = verify_log(log);
  INFO(verified.text());
  CHECK(verified.verdict == Verdict::holds);
}

/// A table for a test: a context, a host, the bots that sit there.
class TestTable {
 public:
  explicit TestTable(std::vector<BotEntry> entries, std::shared_ptr<Host> host = std::make_shared<Host>())
      : host_{std::move(host)} {
    for (auto& entry : entries) bots_.emplace_back(context_, *host_, std::move(entry));
    for (auto& bot : bots_) seats_.push_back(&bot);
  }
  ~TestTable() { leave(); }
  TestTable(const TestTable&) = delete;
  TestTable& operator=(const TestTable&) = delete;

  /// Runs until `task` is done.
  template <typename T>
  T run(asio::awaitable<T> task) {
    std::optional<T> result;
    asio::co_spawn(context_, keep(std::move(task), result), [&](const std::exception_ptr& error) {
      if (error) std::rethrow_exception(error);
      context_.stop();
    });
    context_.restart();
    context_.run();
    return std::move(result.value());
  }

  std::expected<PlayedGame, GameVoid> play(GameOrder order) {
    return run(play_game(std::move(order), seats_));
  }

  /// All bots exit.
  void leave() { run(leave_all()); }

  asio::io_context& context() { return context_; }
  Bot& bot(std::size_t seat) { return bots_.at(seat); }
  std::span<Bot* const> seats() { return seats_; }

 private:
  template <typename T>
  static asio::awaitable<void> keep(asio::awaitable<T> task, std::optional<T>& result) {
    result.emplace(co_await std::move(task));
  }

  asio::awaitable<bool> leave_all() {
    co_await end_all(seats_);
    co_return true;
  }

  asio::io_context context_{1};
  std::shared_ptr<Host> host_;  ///< one for all tables of the program
  std::deque<Bot> bots_;
  std::vector<Bot*> seats_;
};

}  // namespace tribunal
