#include "tournament/schedule/formats/knockout.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace tribunal {
namespace {

/// How many bots of each of a stage's groups are out.
std::vector<int> losers_of_groups(int bots, const Shape& shape) {
  if (bots == shape.seats) return {shape.seats - 1};
  const int losers = shape.seats - shape.advance;
  int next = shape.seats;  // the bracket that this stage has to come down to
  for (int size = next; size < bots; size += size / shape.advance * losers) next = size;
  const int groups = std::min((bots - next + losers - 1) / losers, bots / shape.seats);
  std::vector<int> out(static_cast<std::size_t>(groups), losers);
  out.back() = std::min(losers, bots - next - (groups - 1) * losers);
  return out;
}

/// One group of a stage.
struct Contest {
  std::vector<std::size_t> slots;  ///< of the bracket, ascending
  std::vector<int> bots;           ///< in these slots
  int go_on = 1;
  std::vector<std::int64_t> points{};
  std::vector<bool> withdrawn{};  ///< since the stage began

  /// The bots by their points, those that are withdrawn last; equals by their slot.
  [[nodiscard]] std::vector<std::size_t> ranking() const {
    std::vector<std::size_t> order(bots.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::size_t bot) {
      return std::pair{!withdrawn[bot], points[bot]};
    });
    return order;
  }
  /// Whether only a tie says who goes on, and further deals can be played.
  [[nodiscard]] bool tied() const {
    if (std::ranges::count(withdrawn, true) > 0) return false;
    const auto order = ranking();
    const auto last = static_cast<std::size_t>(go_on) - 1;
    return points[order[last]] == points[order[last + 1]];
  }
};

/// The contests of a stage between the bots that are left, in their slots: the lowest play, in a snake
/// through the groups; the highest have a bye.
std::vector<Contest> contests_of(const std::vector<int>& left, const Shape& shape) {
  const auto out = losers_of_groups(static_cast<int>(left.size()), shape);
  std::vector<Contest> contests(out.size());
  const auto groups = out.size();
  const auto seats = static_cast<std::size_t>(shape.seats);
  for (std::size_t i = 0; i < groups * seats; ++i) {
    const bool back = i / groups % 2 == 1;
    auto& contest = contests[back ? groups - 1 - i % groups : i % groups];
    contest.slots.push_back(left.size() - groups * seats + i);
    contest.bots.push_back(left[contest.slots.back()]);
  }
  for (std::size_t group = 0; group < groups; ++group) {
    contests[group].go_on = shape.seats - out[group];
    contests[group].points.resize(seats);
    contests[group].withdrawn.resize(seats);
  }
  return contests;
}

/// A knockout as far as the rounds go that it has been given.
class Bracket {
 public:
  Bracket(const Shape& shape, std::span<const PlayedRound> played)
      : shape_{shape}, played_{played}, left_(static_cast<std::size_t>(shape.bots)) {
    std::iota(left_.begin(), left_.end(), 0);
    while (!wanted_ && !decided_) play_stage();
  }

  /// The round that must be played to go on.
  [[nodiscard]] std::optional<Round> wanted() const { return wanted_; }
  [[nodiscard]] std::vector<int> left() const { return left_; }

 private:
  void play_stage() {
    std::erase_if(left_, [this](int bot) { return !is_in(bot); });
    if (std::cmp_less(left_.size(), shape_.seats)) {
      decided_ = true;
      return;
    }
    auto contests = contests_of(left_, shape_);
    std::vector<Contest*> playing;
    for (auto& contest : contests) playing.push_back(&contest);
    std::uint64_t deals = shape_.deals;
    for (int further = 0; !playing.empty() && further <= most_tiebreaks; ++further) {
      if (!play(playing, deals)) return;
      mark_withdrawn(contests);
      std::erase_if(playing, [](const Contest* contest) { return !contest->tied(); });
      deals = 1;
    }
    decided_ = left_.size() == static_cast<std::size_t>(shape_.seats);
    end_stage(contests);
  }

  /// Adds up the next round, which is between these; false if it has not been played.
  bool play(const std::vector<Contest*>& contests, std::uint64_t deals) {
    // Another number of groups: a round that was kept wrongly. It leads nowhere, and verify works it out
    // again.
    if (played_.empty() || played_.front().round.groups.size() != contests.size()) {
      wanted_ = Round{{}, deals};
      for (const auto* contest : contests) wanted_->groups.push_back(contest->bots);
      return false;
    }
    const auto points = points_of(played_.front(), shape_.seats);
    for (std::size_t group = 0; group < contests.size(); ++group)
      for (std::size_t bot = 0; bot < points[group].size(); ++bot)
        contests[group]->points[bot] += points[group][bot].halves;
    played_ = played_.subspan(1);
    ++rounds_;
    return true;
  }

  void mark_withdrawn(std::vector<Contest>& contests) const {
    for (auto& contest : contests)
      for (std::size_t bot = 0; bot < contest.bots.size(); ++bot)
        contest.withdrawn[bot] = !is_in(contest.bots[bot]);
  }

  /// Whether `bot` plays in the next round, if it is wanted there.
  [[nodiscard]] bool is_in(int bot) const { return shape_.stay(bot).covers(rounds_); }

  /// Who goes on takes the best slots of the group; of the final all keep theirs, in the order of their
  /// places.
  void end_stage(const std::vector<Contest>& contests) {
    std::vector<int> slots = left_;
    for (const auto& contest : contests) {
      const auto ranking = contest.ranking();
      const int keep = decided_ ? shape_.seats : contest.go_on;
      for (std::size_t i = 0; i < ranking.size(); ++i)
        slots[contest.slots[i]] = std::cmp_less(i, keep) ? contest.bots[ranking[i]] : out;
    }
    std::erase(slots, out);
    left_ = std::move(slots);
  }

  static constexpr int out = -1;

  const Shape& shape_;
  std::span<const PlayedRound> played_;  ///< that have not been looked at yet
  std::uint64_t rounds_ = 0;             ///< that have been
  std::vector<int> left_;
  std::optional<Round> wanted_;
  bool decided_ = false;
};

}  // namespace

std::optional<Round> next_knockout_round(const Shape& shape, std::span<const PlayedRound> played) {
  return Bracket{shape, played}.wanted();
}

std::vector<KnockoutStage> knockout_stages(const Shape& shape) {
  std::vector<KnockoutStage> stages;
  for (int bots = shape.bots;;) {
    const auto out = losers_of_groups(bots, shape);
    stages.push_back({bots, static_cast<int>(out.size())});
    if (bots == shape.seats) return stages;
    bots -= std::accumulate(out.begin(), out.end(), 0);
  }
}

std::vector<int> knockout_left(const Shape& shape, std::span<const PlayedRound> played) {
  return Bracket{shape, played}.left();
}

}  // namespace tribunal
