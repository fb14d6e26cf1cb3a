#include "tournament/work_queue.hpp"

namespace tribunal {

std::vector<ScheduledGame> WorkQueue::next_block() {
  const std::scoped_lock lock{mutex_};
  std::vector<ScheduledGame> games;
  while (games.empty() && next_ < schedule_.size()) {
    const auto end = next_ + schedule_.seatings();
    for (; next_ < end; ++next_)
      if (next_ >= kept_.size() || !kept_[next_]) games.push_back(schedule_.game(next_));
  }
  return games;
}

void WorkQueue::close() {
  const std::scoped_lock lock{mutex_};
  next_ = schedule_.size();
}

}  // namespace tribunal
