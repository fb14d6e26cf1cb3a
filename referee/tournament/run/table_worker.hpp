#pragma once

#include <atomic>
#include <cstdint>
#include <expected>
#include <functional>
#include <list>
#include <map>
#include <span>
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
#include "tournament/plan/planned_bots.hpp"
#include "tournament/plan/tournament.hpp"
#include "tournament/results/finished_game.hpp"
#include "tournament/run/work_queue.hpp"

namespace tribunal {

/// The bots of a table. They keep running from game to game within the bounds. If a game needs room, the
/// least recently used bots are ended while it is played. It must be used on the thread of `context`, which
/// must outlive it.
class BotPool {
 public:
  /// `make`: returns a bot by its index in the plan.
  BotPool(asio::io_context& context, PoolBounds bounds, std::function<Bot(int)> make)
      : context_{context}, bounds_{bounds}, make_{std::move(make)} {}

  /// The bots for a game. The pointers are valid until the next call.
  [[nodiscard]] std::vector<Bot*> take(std::span<const int> indices);
  /// The bots that are kept. Bots that are ending are not included; they are killed when the pool is
  /// destroyed.
  [[nodiscard]] std::vector<Bot*> all();

 private:
  struct Kept {
    Bot bot;
    std::uint64_t taken = 0;  ///< number of the last call of `take` that took it
  };

  void make_room(std::span<const int> playing);
  void end(Bot bot);
  [[nodiscard]] asio::awaitable<void> end_politely(std::list<Bot>::iterator bot);

  asio::io_context& context_;
  PoolBounds bounds_;
  std::function<Bot(int)> make_;
  std::map<int, Kept> kept_;
  std::list<Bot> ending_;  ///< bots that are ending, the oldest first
  std::uint64_t takes_ = 0;
};

/// The settings that all tables of a run share.
struct TableSetting {
  const Tournament& tournament;
  const Secret& secret;
  HostFacts facts;
  std::vector<Sandbox> sandboxes;                 ///< sandbox of each bot
  std::function<void(const Bot&)> on_ready = {};  ///< as in `BotEntry`; called on the table's thread
  PoolBounds bounds = {};                         ///< bounds for each table
  StartDesk* starts = nullptr;    ///< as in `BotEntry`; the number of a bot is its index in the plan
  int tables = 1;                 ///< number of tables in the run
  bool repeats_timeouts = false;  ///< `RunOptions::repeats_timeouts`
};

/// A table. It plays one block after another with bots of its own, which keep running from game to game.
/// Everything runs on the thread that calls `run`, but `stop_after_game` and `abandon` may be called from any
/// thread.
class TableWorker {
 public:
  /// `deliver` is called with every finished game, and `deliver_void` with every attempt that does not count.
  /// Both are called on the table's thread.
  TableWorker(TableSetting setting, Host& host, WorkQueue& work, std::vector<int> cores,
              std::function<void(FinishedGame)> deliver, std::function<void(VoidGame)> deliver_void);

  /// Plays until there is no more work or the table is stopped, then ends the bots. The error is a fault of
  /// ours or of the machine that persisted after further attempts.
  [[nodiscard]] Result<void> run();
  /// Finishes the running game and plays no other.
  void stop_after_game();
  /// Abandons the running game and plays no other. Games that end after this call are not delivered.
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
  bool waits_ = false;  ///< whether the last game was taken back because a bot did not start
};

}  // namespace tribunal
