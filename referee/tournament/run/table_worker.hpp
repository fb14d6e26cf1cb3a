#pragma once

#include <atomic>
#include <cstdint>
#include <expected>
#include <functional>
#include <list>
#include <map>
#include <span>
#include <string>
#include <vector>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/io_context.hpp>

#include "base/error.hpp"
#include "bots/process/host.hpp"
#include "bots/sandbox/sandbox.hpp"
#include "cards/commit_reveal.hpp"
#include "table/bot.hpp"
#include "table/play_game.hpp"
#include "tournament/plan/tournament.hpp"
#include "tournament/results/finished_game.hpp"
#include "tournament/run/pool_bounds.hpp"
#include "tournament/run/work_queue.hpp"

namespace tribunal {

/// The bots of a table, which live from game to game as far as the bounds allow: where a game needs room, the
/// least recently used bots are ended while it is played. Belongs to the thread of `context`, which must
/// outlive it.
class BotPool {
 public:
  /// `make`: a bot by its index in the plan.
  BotPool(asio::io_context& context, PoolBounds bounds, std::function<Bot(int)> make)
      : context_{context}, bounds_{bounds}, make_{std::move(make)} {}

  /// The bots of a game. They stay where they are until others are taken.
  [[nodiscard]] std::vector<Bot*> take(std::span<const int> indices);
  /// The bots that are kept. Those that are ending are killed when the pool is destroyed.
  [[nodiscard]] std::vector<Bot*> all();

 private:
  struct Kept {
    Bot bot;
    std::uint64_t taken = 0;  ///< when it was taken last, in calls of `take`
  };

  void make_room(std::span<const int> playing);
  void end(Bot bot);
  [[nodiscard]] asio::awaitable<void> end_politely(std::list<Bot>::iterator bot);

  asio::io_context& context_;
  PoolBounds bounds_;
  std::function<Bot(int)> make_;
  std::map<int, Kept> kept_;
  std::list<Bot> ending_;  ///< the oldest first
  std::uint64_t takes_ = 0;
};

/// The settings that all tables of a run share.
struct TableSetting {
  const Tournament& tournament;
  const Secret& secret;
  HostFacts facts;
  std::vector<Sandbox> sandboxes;                 ///< of each bot
  std::function<void(const Bot&)> on_ready = {};  ///< as `BotEntry` has it, on the table's thread
  PoolBounds bounds = {};                         ///< of each table
  StartDesk* starts = nullptr;    ///< as `BotEntry` has it; the number of a bot is its index in the plan
  int tables = 1;                 ///< of the run
  bool repeats_timeouts = false;  ///< `RunOptions::repeats_timeouts`
};

/// One table: plays block after block with bots of its own, which live from game to game. Everything runs on
/// the thread that calls `run`; `stop_after_game` and `abandon` may be called from any.
class TableWorker {
 public:
  /// `deliver` is called, on the table's thread, with every finished game, `deliver_void` with every attempt
  /// at one that does not count.
  TableWorker(TableSetting setting, Host& host, WorkQueue& work, std::vector<int> cores,
              std::function<void(FinishedGame)> deliver, std::function<void(VoidGame)> deliver_void);

  /// Plays until there is no more work or it is stopped, then ends the bots. The error is trouble of our
  /// own or of the machine that trying again did not overcome.
  [[nodiscard]] Result<void> run();
  /// Plays the running game to its end and no other.
  void stop_after_game();
  /// Gives up the running game and plays no other. Nothing is delivered that ends after this call.
  void abandon();

 private:
  using Awaitable = asio::awaitable<Result<void>>;

  [[nodiscard]] Awaitable play_all();
  [[nodiscard]] Awaitable play_block(const std::vector<ScheduledGame>& block);
  [[nodiscard]] Awaitable play(const ScheduledGame& game);
  [[nodiscard]] asio::awaitable<std::expected<PlayedGame, GameVoid>> attempt(const ScheduledGame& game,
                                                                             const GameOrder& order,
                                                                             const std::vector<Bot*>& bots);
  [[nodiscard]] asio::awaitable<bool> repeat(GameOrder order, std::span<Bot* const> bots, PlayedGame& played);
  [[nodiscard]] Result<void> finish(const ScheduledGame& game, const PlayedGame& played) const;
  [[nodiscard]] Bot made(int index);
  [[nodiscard]] Result<void> run_playing();
  void run_ending();

  TableSetting setting_;
  Host& host_;
  WorkQueue& work_;
  std::vector<int> cores_;
  std::function<void(FinishedGame)> deliver_;
  std::function<void(VoidGame)> deliver_void_;
  asio::io_context context_{1};
  asio::cancellation_signal cancel_;
  BotPool bots_{context_, setting_.bounds, [this](int index) { return made(index); }};
  std::atomic<bool> last_game_ = false;
  std::atomic<bool> stopping_ = false;
  bool waits_ = false;  ///< the last game was taken back: a bot did not start
};

}  // namespace tribunal
