#include "tournament/run/work_queue.hpp"

#include <algorithm>

namespace tribunal {

std::vector<ScheduledGame> WorkQueue::next_block() {
  std::unique_lock lock{mutex_};
  std::vector<ScheduledGame> games;
  while (games.empty() && !closed_) {
    if (next_ == end()) {
      if (ends_there()) break;
      more_.wait(lock, [this] { return closed_ || ends_there() || next_ < end(); });
      continue;
    }
    if (next_ >= allowed_end_) {
      more_.wait(lock, [this] { return closed_ || next_ < allowed_end_; });
      continue;
    }
    const auto end = next_ + schedule_.seatings();
    for (; next_ < end; ++next_)
      if (next_ >= stored_.size() || !stored_[next_]) games.push_back(schedule_.game(next_));
    if (games.empty() || !schedule_.seats_withdrawn(games.front().seating)) continue;
    left_out_ += games.size();
    games.clear();
  }
  return games;
}

bool WorkQueue::note(const GameResult& result) {
  if (part_) return false;
  const std::scoped_lock lock{mutex_};
  if (!schedule_.note(result) && !schedule_.leave_out()) return false;
  more_.notify_all();
  return !schedule_.is_whole();
}

std::vector<Round> WorkQueue::rounds_after(std::size_t known) const {
  const std::scoped_lock lock{mutex_};
  std::vector<Round> rounds;
  for (; known < schedule_.rounds().size(); ++known) rounds.push_back(schedule_.rounds()[known].round);
  return rounds;
}

void WorkQueue::allow_below(std::uint64_t end) {
  const std::scoped_lock lock{mutex_};
  allowed_end_ = end;
  more_.notify_all();
}

void WorkQueue::close() {
  const std::scoped_lock lock{mutex_};
  closed_ = true;
  more_.notify_all();
}

std::uint64_t WorkQueue::known() const {
  const std::scoped_lock lock{mutex_};
  return end() - (part_ ? part_->begin : 0) - left_out_;
}

bool WorkQueue::is_whole() const {
  const std::scoped_lock lock{mutex_};
  return ends_there();
}

std::uint64_t WorkQueue::stored_before() const {
  const auto size = static_cast<std::ptrdiff_t>(stored_.size());
  const auto begin = std::min(static_cast<std::ptrdiff_t>(part_ ? part_->begin : 0), size);
  const auto behind = part_ ? std::min(static_cast<std::ptrdiff_t>(part_->end), size) : size;
  return static_cast<std::uint64_t>(std::count(stored_.begin() + begin, stored_.begin() + behind, true));
}

}  // namespace tribunal
