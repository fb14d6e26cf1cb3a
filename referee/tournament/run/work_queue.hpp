#pragma once

#include <condition_variable>
#include <cstdint>
#include <limits>
#include <mutex>
#include <optional>
#include <vector>

#include "tournament/schedule/schedule.hpp"
#include "tournament/schedule/shard.hpp"

namespace tribunal {

/// Hands out the games of a schedule that are not stored yet, block by block in schedule order, but those of
/// withdrawn bots, which are left out. Safe to use from several threads.
class WorkQueue {
 public:
  /// `stored` says of the first games whether they are already stored. The schedule has taken notice of them.
  /// With `part`, which is known, hands out only these.
  WorkQueue(Schedule schedule, std::vector<bool> stored, std::optional<GameRange> part = {})
      : schedule_{std::move(schedule)},
        stored_{std::move(stored)},
        part_{part},
        next_{part ? part->begin : 0} {}

  /// The games of the next block that has any; none when there is no more work. Waits while only games that
  /// are being played can tell, and while it is beyond what is allowed.
  [[nodiscard]] std::vector<ScheduledGame> next_block();
  /// Takes notice that a game is stored. True if another round is known now.
  bool note(const GameResult& result);
  /// From now on hands out games below `end` only, which does not fall; without it all.
  void allow_below(std::uint64_t end);
  /// Hands out nothing more.
  void close();

  /// The rounds known so far but for the first `known` of them; none in a format without rounds.
  [[nodiscard]] std::vector<Round> rounds_after(std::size_t known) const;
  /// Games to be played that are known so far, without those that are known to be left out.
  [[nodiscard]] std::uint64_t known() const;
  /// Of the games that were stored at first, those that are among them.
  [[nodiscard]] std::uint64_t stored_before() const;
  /// True if there are no more than are known.
  [[nodiscard]] bool is_whole() const;

 private:
  /// Behind the last game that is known to be played.
  [[nodiscard]] std::uint64_t end() const { return part_ ? part_->end : schedule_.size(); }
  /// Whether there are none beyond it.
  [[nodiscard]] bool ends_there() const { return part_ || schedule_.is_whole(); }

  mutable std::mutex mutex_;
  std::condition_variable more_;
  Schedule schedule_;
  std::vector<bool> stored_;
  std::optional<GameRange> part_;
  std::uint64_t next_ = 0;
  std::uint64_t allowed_end_ = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t left_out_ = 0;
  bool closed_ = false;
};

}  // namespace tribunal
