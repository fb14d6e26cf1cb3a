#include "tournament/run/work_queue.hpp"

namespace tribunal {

std::vector<ScheduledGame> WorkQueue::next_block() {
  std::unique_lock lock{mutex_};
  while (!closed_) {
    auto games = next_set_aside(StartDesk::Clock::now());
    if (games.empty()) games = next_of_schedule();
    outstanding_ += games.size();
    if (!games.empty()) return games;
    if (is_over()) {
      more_.notify_all();
      break;
    }
    wait(lock);
  }
  return {};
}

std::vector<ScheduledGame> WorkQueue::games_from(std::uint64_t first, std::uint64_t behind) const {
  std::vector<ScheduledGame> games;
  for (; first < behind; ++first)
    if (first >= stored_.size() || !stored_[first]) games.push_back(schedule_.game(first));
  return games;
}

/// The next block that was not handed out yet. Empty if there is none at the moment.
std::vector<ScheduledGame> WorkQueue::next_of_schedule() {
  const auto now = StartDesk::Clock::now();
  while (next_ < end() && next_ < allowed_end_) {
    const auto first = next_;
    next_ += schedule_.seatings();
    auto games = games_from(first, next_);
    if (games.empty()) continue;
    if (schedule_.seats_withdrawn(games.front().seating)) continue;
    if (const auto bot = hindrance(games.front(), now)) {
      set_aside(*bot, first, next_);
    } else {
      return games;
    }
  }
  return {};
}

/// A block that no longer has to wait. All games of a block have the same bots.
std::vector<ScheduledGame> WorkQueue::next_set_aside(Time now) {
  for (auto list = set_aside_.begin(); list != set_aside_.end();) {
    auto& [bot, blocks] = *list;
    if (!starts(bot, now)) {
      const bool gone = starts_->standing(bot) == Standing::gone && !starts_->forfeits();
      for (const auto& [first, behind] : blocks) unplayed_ += gone ? games_from(first, behind).size() : 0;
      list = gone ? set_aside_.erase(list) : std::next(list);
      continue;
    }
    bool starts_still = true;  // another table may be starting it at the moment
    while (starts_still && !blocks.empty()) {
      const auto [first, behind] = *blocks.begin();
      auto games = games_from(first, behind);
      const auto other = hindrance(games.front(), now);
      starts_still = other != bot;
      if (!starts_still) break;
      blocks.erase(blocks.begin());
      if (!other) return games;
      set_aside(*other, first, behind);
    }
    list = blocks.empty() ? set_aside_.erase(list) : std::next(list);
  }
  return {};
}

/// Whether games with this bot can be played now, even if only to test whether it starts again.
bool WorkQueue::starts(int bot, Time now) const {
  if (starts_ == nullptr) return true;
  const auto standing = starts_->standing(bot);
  if (standing == Standing::in_doubt) return starts_->next_try(bot) <= now;
  return standing == Standing::sound || starts_->forfeits();
}

std::optional<int> WorkQueue::hindrance(const ScheduledGame& game, Time now) const {
  if (starts_ == nullptr) return std::nullopt;
  for (const int bot : game.seating)
    if (!starts(bot, now)) return bot;
  return std::nullopt;
}

void WorkQueue::set_aside(int bot, std::uint64_t first, std::uint64_t behind) {
  if (starts_->standing(bot) == Standing::gone && !starts_->forfeits()) {
    unplayed_ += games_from(first, behind).size();
  } else {
    set_aside_[bot].emplace(first, behind);
  }
}

/// Whether no further games will come, even after the running ones.
bool WorkQueue::is_over() const {
  if (!set_aside_.empty()) return false;
  if (next_ == end() && ends_there()) return true;
  return unplayed_ > 0 && outstanding_ == 0;
}

void WorkQueue::wait(std::unique_lock<std::mutex>& lock) {
  std::optional<Time> next_try;
  for (const auto& [bot, blocks] : set_aside_) {
    const auto its = starts_->next_try(bot);
    if (!next_try || its < *next_try) next_try = its;
  }
  if (next_try) {
    more_.wait_until(lock, *next_try);
  } else {
    more_.wait(lock);
  }
}

void WorkQueue::take_back(const ScheduledGame& game) {
  const std::scoped_lock lock{mutex_};
  const auto begin = part_ ? part_->begin : 0;
  const auto behind = game.index + schedule_.seatings() - (game.index - begin) % schedule_.seatings();
  outstanding_ -= games_from(game.index, behind).size();
  const auto bot = hindrance(game, StartDesk::Clock::now());
  set_aside(bot.value_or(game.seating.front()), game.index, behind);
  more_.notify_all();
}

void WorkQueue::look_again() {
  const std::scoped_lock lock{mutex_};
  more_.notify_all();
}

std::uint64_t WorkQueue::unplayed() const {
  const std::scoped_lock lock{mutex_};
  return unplayed_;
}

bool WorkQueue::note(const GameResult& result) {
  const std::scoped_lock lock{mutex_};
  outstanding_ -= std::min<std::uint64_t>(outstanding_, 1);
  if (outstanding_ == 0 && unplayed_ > 0) more_.notify_all();
  if (part_) return false;
  if (!schedule_.note(result) && !schedule_.leave_out()) return false;
  before_ = progress_of(schedule_, part_, stored_);
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
  return before_.known();
}

bool WorkQueue::is_whole() const {
  const std::scoped_lock lock{mutex_};
  return ends_there();
}

std::uint64_t WorkQueue::stored_before() const {
  const std::scoped_lock lock{mutex_};
  return before_.counted;
}

}  // namespace tribunal
