#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "table/start_desk.hpp"
#include "tournament/results/finished_game.hpp"
#include "tournament/schedule/progress.hpp"
#include "tournament/schedule/schedule.hpp"

namespace tribunal {

/// Hands out the games of a schedule that are not stored yet, block by block in the order of the schedule.
/// Games of withdrawn bots are skipped. If a bot does not start, its games wait until its next start, and
/// other games are handed out first. Safe to use from several threads.
class WorkQueue {
 public:
  /// `stored`: for each of the first games, whether it is stored; the schedule must already include their
  /// results. `part`: the only games to hand out, which must be known. `starts` knows which bots start;
  /// without it all do.
  WorkQueue(Schedule schedule, std::vector<bool> stored, std::optional<GameRange> part = {},
            const StartDesk* starts = nullptr)
      : schedule_{std::move(schedule)},
        stored_{std::move(stored)},
        part_{part},
        starts_{starts},
        next_{part ? part->begin : 0} {}

  /// The games of the next block that has any. Empty if there is no more work. Blocks while the next block
  /// depends on running games, lies beyond `allow_below`, or waits for a bot's next start.
  [[nodiscard]] std::vector<ScheduledGame> next_block();
  /// Takes back this game and the later ones of its block, because one of its bots did not start.
  void take_back(const ScheduledGame& game);
  /// Checks again which bots start. Call it after a bot's start has succeeded or failed.
  void look_again();
  /// The number of games that are not played because one of their bots no longer starts.
  [[nodiscard]] std::uint64_t unplayed() const;
  /// Notes that a game is stored. True if another round is known now.
  bool note(const GameResult& result);
  /// Allows only games below `end` to be handed out from now on. `end` must not fall. Without a call all
  /// games are allowed.
  void allow_below(std::uint64_t end);
  /// Makes the queue hand out nothing more.
  void close();

  /// The rounds known so far, without the first `known` of them. Empty in a format without rounds.
  [[nodiscard]] std::vector<Round> rounds_after(std::size_t known) const;
  /// The number of games that are known so far and that count. Skipped games are not among them.
  [[nodiscard]] std::uint64_t known() const;
  /// The number of these games that were stored at the start.
  [[nodiscard]] std::uint64_t stored_before() const;
  /// Whether no further games will become known.
  [[nodiscard]] bool is_whole() const;

 private:
  using Standing = StartDesk::Standing;
  using Time = StartDesk::Clock::time_point;

  [[nodiscard]] std::vector<ScheduledGame> games_from(std::uint64_t first, std::uint64_t behind) const;
  [[nodiscard]] std::vector<ScheduledGame> next_of_schedule();
  [[nodiscard]] std::vector<ScheduledGame> next_set_aside(Time now);
  [[nodiscard]] bool starts(int bot, Time now) const;
  [[nodiscard]] std::optional<int> hindrance(const ScheduledGame& game, Time now) const;
  void set_aside(int bot, std::uint64_t first, std::uint64_t behind);
  [[nodiscard]] bool is_over() const;
  void wait(std::unique_lock<std::mutex>& lock);
  /// The index behind the last known game.
  [[nodiscard]] std::uint64_t end() const { return part_ ? part_->end : schedule_.size(); }
  /// Whether there are no games from that index on.
  [[nodiscard]] bool ends_there() const { return part_ || schedule_.is_whole(); }

  mutable std::mutex mutex_;
  std::condition_variable more_;
  Schedule schedule_;
  std::vector<bool> stored_;
  std::optional<GameRange> part_;
  const StartDesk* starts_;
  /// Blocks, or parts of them, by the bot that they wait for. Each is given by its first game and the index
  /// behind its last one.
  std::map<int, std::map<std::uint64_t, std::uint64_t>> set_aside_;
  std::uint64_t unplayed_ = 0;
  std::uint64_t outstanding_ = 0;  ///< number of games that were handed out but not stored yet
  std::uint64_t next_ = 0;
  std::uint64_t allowed_end_ = std::numeric_limits<std::uint64_t>::max();
  Progress before_ = progress_of(schedule_, part_, stored_);  ///< progress of the known games at the start
  bool closed_ = false;
};

/// A queue of finished games from the tables to the writer. Safe to use from several threads.
class FinishedQueue {
 public:
  /// Adds a game. Waits while the writer is far behind.
  void push(FinishedGame game) {
    std::unique_lock lock{mutex_};
    room_.wait(lock, [&] { return games_.size() < most_waiting || unbounded_ || closed_; });
    if (!closed_) games_.push_back(std::move(game));
  }
  /// Takes all games of the queue.
  [[nodiscard]] std::vector<FinishedGame> take_all() {
    const std::scoped_lock lock{mutex_};
    room_.notify_all();
    return std::exchange(games_, {});
  }
  /// Makes `push` no longer wait, because only few more games will come.
  void let_all_in() {
    const std::scoped_lock lock{mutex_};
    unbounded_ = true;
    room_.notify_all();
  }
  /// Makes `push` drop games, because the writer takes no more.
  void close() {
    const std::scoped_lock lock{mutex_};
    closed_ = true;
    room_.notify_all();
  }

 private:
  static constexpr std::size_t most_waiting = 1024;

  std::mutex mutex_;
  std::condition_variable room_;
  std::vector<FinishedGame> games_;
  bool unbounded_ = false;
  bool closed_ = false;
};

}  // namespace tribunal
