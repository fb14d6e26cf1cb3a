#pragma once

#include <cstdint>
#include <mutex>
#include <vector>

#include "tournament/schedule.hpp"

namespace tribunal {

/// Hands out the games of a schedule that are not kept yet, block by block in schedule order. Safe to use
/// from several threads.
class WorkQueue {
 public:
  /// `kept` says of the first games whether they are kept already.
  WorkQueue(const Schedule& schedule, std::vector<bool> kept) : schedule_{schedule}, kept_{std::move(kept)} {}

  /// The games of the next block that has any; none when there is no more work.
  [[nodiscard]] std::vector<ScheduledGame> next_block();
  /// Hands out nothing more.
  void close();

 private:
  std::mutex mutex_;
  Schedule schedule_;
  std::vector<bool> kept_;
  std::uint64_t next_ = 0;
};

}  // namespace tribunal
