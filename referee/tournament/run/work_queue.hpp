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

#include "tournament/results/finished_game.hpp"
#include "tournament/schedule/schedule.hpp"
#include "tournament/schedule/shard.hpp"

namespace tribunal {

class StartDesk;

/// Hands out the games of a schedule that are not stored yet, block by block in schedule order, but those of
/// withdrawn bots, which are left out. Games of a bot that does not start wait until it is tried again, and
/// the others are handed out before them. Safe to use from several threads.
class WorkQueue {
 public:
  /// `stored` says of the first games whether they are already stored. The schedule has taken notice of them.
  /// With `part`, which is known, hands out only these. `starts` says which bots start; without it all do.
  WorkQueue(Schedule schedule, std::vector<bool> stored, std::optional<GameRange> part = {},
            const StartDesk* starts = nullptr)
      : schedule_{std::move(schedule)},
        stored_{std::move(stored)},
        part_{part},
        starts_{starts},
        next_{part ? part->begin : 0} {}

  /// The games of the next block that has any; none when there is no more work. Waits while only games that
  /// are being played can tell, while it is beyond what is allowed, and until a bot is tried again.
  [[nodiscard]] std::vector<ScheduledGame> next_block();
  /// Takes back this game and those after it in its block: a bot in it did not start.
  void take_back(const ScheduledGame& game);
  /// Takes notice that a bot's starts may have succeeded or failed.
  void look_again();
  /// Games that are not played, as a bot in them does not start any more.
  [[nodiscard]] std::uint64_t unplayed() const;
  /// Takes notice that a game is stored. True if another round is known now.
  bool note(const GameResult& result);
  /// Lets only games below `end`, which does not fall, be handed out from now on; without a call all are.
  void allow_below(std::uint64_t end);
  /// Hands out nothing more.
  void close();

  /// The rounds known so far but for the first `known` of them; none in a format without rounds.
  [[nodiscard]] std::vector<Round> rounds_after(std::size_t known) const;
  /// Games to be played that are known so far, without those that are known to be left out.
  [[nodiscard]] std::uint64_t known() const;
  /// The number of these games that were stored at first.
  [[nodiscard]] std::uint64_t stored_before() const;
  /// True if there are no more than are known.
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
  /// The index behind the last game that is known to be played.
  [[nodiscard]] std::uint64_t end() const { return part_ ? part_->end : schedule_.size(); }
  /// Whether there are none beyond it.
  [[nodiscard]] bool ends_there() const { return part_ || schedule_.is_whole(); }

  mutable std::mutex mutex_;
  std::condition_variable more_;
  Schedule schedule_;
  std::vector<bool> stored_;
  std::optional<GameRange> part_;
  const StartDesk* starts_;
  /// Blocks, or the rest of them, by the bot that they wait for: the first game, and the one behind the last.
  std::map<int, std::map<std::uint64_t, std::uint64_t>> set_aside_;
  std::uint64_t unplayed_ = 0;
  std::uint64_t outstanding_ = 0;  ///< games that were handed out, and are not stored yet
  std::uint64_t next_ = 0;
  std::uint64_t allowed_end_ = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t left_out_ = 0;
  bool closed_ = false;
};

/// Finished games on their way from the tables to the writer. Safe to use from several threads.
class FinishedQueue {
 public:
  /// Waits while the writer is far behind.
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
  /// Lets no table wait for the writer from now on: few more games come.
  void let_all_in() {
    const std::scoped_lock lock{mutex_};
    unbounded_ = true;
    room_.notify_all();
  }
  /// The writer takes no more: what is pushed from now on is dropped.
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
