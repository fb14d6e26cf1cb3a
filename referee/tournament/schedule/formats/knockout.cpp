#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <ranges>
#include <string>
#include <utility>

#include "base/text/number_text.hpp"
#include "tournament/schedule/formats/format.hpp"
#include "tournament/schedule/pairing/combinatorics.hpp"

namespace tribunal {
namespace {

/// The plan's key for a contest for third place.
constexpr std::string_view third_place = "third_place";

/// The largest number of further deals that a group plays, one at a time, while a tie decides who advances.
constexpr int most_tiebreaks = 8;

int advance_of(const Shape& shape) { return shape.setting("advance", 1); }

/// The number of bots that go out in each group of a stage.
std::vector<int> losers_of_groups(int bots, const Shape& shape) {
  if (bots == shape.seats) return {shape.seats - 1};
  const int losers = shape.seats - advance_of(shape);
  int next = shape.seats;  // size to which this stage must reduce the bracket
  for (int size = next; size < bots; size += size / advance_of(shape) * losers) next = size;
  const int groups = std::min((bots - next + losers - 1) / losers, bots / shape.seats);
  std::vector<int> out(static_cast<std::size_t>(groups), losers);
  out.back() = std::min(losers, bots - next - (groups - 1) * losers);
  return out;
}

/// The number of groups in each stage, the final last, if no bot is withdrawn. Results do not change it.
std::vector<std::uint64_t> groups_of_stages(const Shape& shape) {
  std::vector<std::uint64_t> groups;
  int out_before = 0;
  for (int bots = shape.bots;; bots -= out_before) {
    const auto out = losers_of_groups(bots, shape);
    const bool third = bots == shape.seats && shape.setting(third_place) > 0 && out_before >= shape.seats;
    groups.push_back(out.size() + (third ? 1 : 0));
    if (bots == shape.seats) return groups;
    out_before = std::accumulate(out.begin(), out.end(), 0);
  }
}

/// Bots that share a place.
using Level = std::vector<int>;

/// A group of a stage.
struct Contest {
  std::vector<std::size_t> slots;  ///< slots in the bracket, ascending
  std::vector<int> bots;           ///< bots in these slots
  int go_on = 1;
  std::vector<std::int64_t> points{};
  std::vector<bool> withdrawn{};  ///< whether each bot was withdrawn since the stage began

  /// The indices of the bots, ordered by points. Withdrawn bots are last. Equal bots are ordered by slot.
  [[nodiscard]] std::vector<std::size_t> ranking() const {
    std::vector<std::size_t> order(bots.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::size_t bot) {
      return std::pair{!withdrawn[bot], points[bot]};
    });
    return order;
  }
  /// The bots by place, the best first. Each level comes with the number of bots above it. A place that
  /// decides who advances is never shared.
  [[nodiscard]] std::vector<std::pair<std::size_t, Level>> levels() const {
    std::vector<std::pair<std::size_t, Level>> levels;
    const auto order = ranking();
    for (std::size_t i = 0; i < order.size(); ++i) {
      const bool level = std::cmp_greater(i, go_on) && points[order[i]] == points[order[i - 1]] &&
                         withdrawn[order[i]] == withdrawn[order[i - 1]];
      if (!level) levels.push_back({i, {}});
      levels.back().second.push_back(bots[order[i]]);
    }
    return levels;
  }
  /// Whether a tie decides who advances, and no bot is withdrawn.
  [[nodiscard]] bool tied() const {
    if (std::ranges::count(withdrawn, true) > 0) return false;
    const auto order = ranking();
    const auto last = static_cast<std::size_t>(go_on) - 1;
    return points[order[last]] == points[order[last + 1]];
  }
};

/// The number of times that `bot` has met any of the other bots.
int meetings(const std::vector<int>& bots, int bot, const PairTable& met) {
  int count = 0;
  for (const int other : bots)
    if (other != bot) count += static_cast<int>(met.at(bot, other));
  return count;
}

/// Swaps two bots of different contests if that reduces the number of repeated meetings. They must be of the
/// same tier of the bracket, or of any if `across` is set. Returns false if there is no such swap.
bool exchange(std::vector<Contest>& contests, const PairTable& met, bool across) {
  const auto cost = [&](const Contest& contest) {
    int count = 0;
    for (const int bot : contest.bots) count += meetings(contest.bots, bot, met);
    return count;
  };
  for (auto& one : contests) {
    const int cost_of_one = cost(one);
    if (cost_of_one == 0) continue;
    for (auto& other : contests) {
      if (&one == &other) continue;
      const int before = cost_of_one + cost(other);
      for (std::size_t a = 0; a < one.bots.size(); ++a) {
        for (std::size_t b = across ? 0 : a; b < (across ? other.bots.size() : a + 1); ++b) {
          std::swap(one.bots[a], other.bots[b]);
          std::swap(one.slots[a], other.slots[b]);
          if (cost(one) + cost(other) < before) return true;
          std::swap(one.bots[a], other.bots[b]);
          std::swap(one.slots[a], other.slots[b]);
        }
      }
    }
  }
  return false;
}

/// Separates bots that have been in one group before, as far as possible. Bots are swapped within the tiers
/// of the bracket, and across tiers only if that is not enough.
void keep_apart(std::vector<Contest>& contests, const std::vector<int>& left, const PairTable& met) {
  for (const bool across : {false, true})
    while (exchange(contests, met, across)) {
    }
  for (auto& contest : contests) {
    std::ranges::sort(contest.slots);
    std::ranges::transform(contest.slots, contest.bots.begin(), [&](auto slot) { return left[slot]; });
  }
}

/// The contests of a stage between the bots that are left, given by slot. The lowest ones play, dealt in a
/// snake to the groups. The highest have a bye. `met`: the pairs that were in one group before.
std::vector<Contest> contests_of(const std::vector<int>& left, const Shape& shape, const PairTable& met) {
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
  keep_apart(contests, left, met);
  for (std::size_t group = 0; group < groups; ++group) {
    contests[group].go_on = shape.seats - out[group];
    contests[group].points.resize(seats);
    contests[group].withdrawn.resize(seats);
  }
  return contests;
}

/// The state of a knockout after the given rounds.
class Stages {
 public:
  Stages(const Shape& shape, PlayedRounds played)
      : shape_{shape}, played_{played}, left_(static_cast<std::size_t>(shape.bots)), met_{shape.bots} {
    std::iota(left_.begin(), left_.end(), 0);
    while (!wanted_ && !decided_) play_stage();
  }

  /// The round that must be played next. None if the knockout is decided.
  [[nodiscard]] std::optional<Round> wanted() const { return wanted_; }
  /// The bots that are left, the best slot in the bracket first. After the final: its bots, the winner first.
  /// Empty if all have been withdrawn.
  [[nodiscard]] std::vector<int> left() const { return left_; }
  /// The best bot of each group of the last round that ended in a tie, so that the bracket decided.
  [[nodiscard]] std::vector<int> by_bracket() const { return by_bracket_; }

  /// The place of each bot, from 1. Bots that went out in the same stage are ordered by their places in it.
  /// Bots that are left share first place.
  [[nodiscard]] std::vector<int> places() const {
    std::vector<int> places(static_cast<std::size_t>(shape_.bots));
    auto levels = out_;
    if (wanted_) levels.push_back(left_);
    int place = 1;
    for (const auto& level : std::views::reverse(levels)) {
      for (const int bot : level) places[static_cast<std::size_t>(bot)] = place;
      place += static_cast<int>(level.size());
    }
    return places;
  }

 private:
  void play_stage() {
    leave_withdrawn();
    if (std::cmp_less(left_.size(), shape_.seats)) {
      decided_ = true;
      for (const int bot : std::views::reverse(left_)) out_.push_back({bot});
      return;
    }
    auto contests = contests_of(left_, shape_, met_);
    const bool final = left_.size() == static_cast<std::size_t>(shape_.seats);
    if (auto third = final ? contest_for_third() : std::nullopt) contests.push_back(*std::move(third));
    std::vector<Contest*> playing;
    for (auto& contest : contests) playing.push_back(&contest);
    std::uint64_t deals = shape_.deals;
    for (int further = 0; !playing.empty() && further <= most_tiebreaks; ++further) {
      if (!play(playing, deals)) return;
      mark_withdrawn(contests);
      std::erase_if(playing, [](const Contest* contest) { return !contest->tied(); });
      deals = 1;
    }
    for (const auto* contest : playing) by_bracket_.push_back(contest->bots.front());
    decided_ = final;
    for (const auto& contest : contests) met_.count(contest.bots);
    note_places(contests);
    end_stage(contests);
  }

  void leave_withdrawn() {
    Level gone;
    for (const int bot : left_)
      if (!is_in(bot)) gone.push_back(bot);
    if (!gone.empty()) out_.push_back(gone);
    std::erase_if(left_, [this](int bot) { return !is_in(bot); });
  }

  /// The contest for third place between the bots that went out in the stage before. None if the plan has no
  /// such contest, or if they do not fill a group.
  [[nodiscard]] std::optional<Contest> contest_for_third() const {
    if (shape_.setting(third_place) == 0) return std::nullopt;
    Contest contest;
    for (const int bot : last_out_)
      if (is_in(bot) && std::cmp_less(contest.bots.size(), shape_.seats)) contest.bots.push_back(bot);
    if (std::cmp_less(contest.bots.size(), shape_.seats)) return std::nullopt;
    contest.points.resize(contest.bots.size());
    contest.withdrawn.resize(contest.bots.size());
    return contest;
  }

  /// Notes the bots that these contests eliminate. In the final, all of its bots are noted.
  void note_places(const std::vector<Contest>& contests) {
    std::map<std::size_t, Level> levels;  // by the number of bots above each
    for (const auto& contest : contests) {
      const bool for_third = contest.slots.empty();
      for (auto& level : out_)
        std::erase_if(level, [&](int bot) { return for_third && std::ranges::count(contest.bots, bot) > 0; });
      for (const auto& [above, bots] : contest.levels()) {
        if (!decided_ && std::cmp_less(above, contest.go_on)) continue;
        auto& level = levels[above + (for_third ? static_cast<std::size_t>(shape_.seats) : 0)];
        level.insert(level.end(), bots.begin(), bots.end());
      }
    }
    last_out_.clear();
    for (const auto& [above, level] : levels) last_out_.insert(last_out_.end(), level.begin(), level.end());
    for (const auto& [above, level] : std::views::reverse(levels)) out_.push_back(level);
  }

  /// Adds up the points of the next round, which these contests play. If it has not been played, sets
  /// `wanted_` and returns false.
  bool play(const std::vector<Contest*>& contests, std::uint64_t deals) {
    // If the number of groups differs, the round was stored wrongly. It is ignored, and verify recomputes it.
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
    by_bracket_.clear();
    return true;
  }

  void mark_withdrawn(std::vector<Contest>& contests) const {
    for (auto& contest : contests)
      for (std::size_t bot = 0; bot < contest.bots.size(); ++bot)
        contest.withdrawn[bot] = !is_in(contest.bots[bot]);
  }

  /// Whether `bot` takes part in the next round.
  [[nodiscard]] bool is_in(int bot) const { return shape_.stay(bot).covers(rounds_); }

  /// Gives the best slots of each group to the bots that advance. In the final, all bots keep slots, in the
  /// order of their places.
  void end_stage(const std::vector<Contest>& contests) {
    std::vector<int> slots = left_;
    for (const auto& contest : contests) {
      if (contest.slots.empty()) continue;  // contest for third place
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
  PlayedRounds played_;       ///< rounds that have not been evaluated yet
  std::uint64_t rounds_ = 0;  ///< number of evaluated rounds
  std::vector<int> left_;
  PairTable met_;              ///< pairs that met in finished contests
  std::vector<Level> out_;     ///< bots that went out, the last places first
  std::vector<int> last_out_;  ///< bots that went out in the last stage, the best first
  std::vector<int> by_bracket_;
  std::optional<Round> wanted_;
  bool decided_ = false;
};

/// The places with all bots that forfeited every game moved behind the others, even if they advanced against
/// others that forfeited too.
std::vector<int> dead_last(const Shape& shape, PlayedRounds played, std::vector<int> places) {
  const auto points = points_of_bots(shape, played);
  const auto standing = [&](std::size_t bot) {
    const auto& [halves, most, forfeits] = points[bot];
    const std::int64_t most_a_game = 2L * (shape.seats - 1);
    return std::pair{most > 0 && most_a_game * forfeits == most, places[bot]};
  };
  std::vector<std::size_t> order(places.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, standing);
  std::vector<int> moved(places.size());
  for (std::size_t at = 0; at < order.size(); ++at) {
    const bool level = at > 0 && standing(order[at]) == standing(order[at - 1]);
    moved[order[at]] = level ? moved[order[at - 1]] : static_cast<int>(at) + 1;
  }
  return moved;
}

/// The bracket begins in the order of the plan, the best seed first. Each stage fills as many groups as it
/// needs, so that the best bots in the bracket meet the last ones. In each group, `advance` bots advance and
/// take the group's best slots in the bracket. If this would not lead to a final of one group, the first
/// stages have byes for the best seeds, and in one group more bots advance. The points of `PlacePoints` over
/// all games of the plan decide a group. If a tie would decide who advances, or who wins the final, the group
/// plays further deals. After `most_tiebreaks` of them, the slot in the bracket decides. It also decides
/// between bots that forfeit all their games, because these have no points. Bots that have been in one group
/// are kept apart as far as possible (`keep_apart`). With `third_place`, the bots that went out before the
/// final play for third place at the same time.
///
/// A withdrawn bot is taken out of the bracket before the next stage, and the bots behind it move up. Thus
/// all groups can be filled, and the best seeds have the byes. In a stage in progress, a withdrawn bot is the
/// last of its group, and the group plays no further deals without it. If fewer bots than seats are left, the
/// bot with the best slot in the bracket has won.
class Knockout final : public FormatInRounds {
 public:
  [[nodiscard]] std::string_view name() const override { return "knockout"; }
  [[nodiscard]] std::span<const FormatKey> keys() const override {
    static constexpr std::array keys{
        FormatKey{.name = "advance", .highest = [](int players) { return players - 1; }, .otherwise = 1},
        FormatKey{.name = third_place, .highest = [](int) { return 1; }, .flag = true}};
    return keys;
  }
  [[nodiscard]] bool has_seeds() const override { return true; }
  [[nodiscard]] Newcomers newcomers() const override { return Newcomers::nobody; }

  [[nodiscard]] std::optional<Round> next_round(const Shape& shape, PlayedRounds played) const override {
    return Stages{shape, played}.wanted();
  }
  [[nodiscard]] std::vector<int> places_after(const Shape& shape, PlayedRounds played) const override {
    return dead_last(shape, played, Stages{shape, played}.places());
  }

  [[nodiscard]] BlockBounds blocks(const Shape& shape) const override {
    constexpr std::uint64_t further = most_tiebreaks;
    const auto stages = groups_of_stages(shape);
    BlockBounds blocks{0, 0, stages.size(), stages.size() * (1 + further)};
    for (const auto groups : stages) {
      blocks.fewest = sum(blocks.fewest, product(groups, shape.deals));
      blocks.most = sum(blocks.most, product(groups, shape.deals + further));
    }
    return may_be_cut_short(shape) ? BlockBounds{0, blocks.most, 0, blocks.most_rounds} : blocks;
  }
  /// The bots left that are in no group of the round, the best first. A further deal of a stage has no byes,
  /// because only tied groups play it.
  [[nodiscard]] std::vector<int> byes_in(const Shape& shape, PlayedRounds played,
                                         const Round& round) const override {
    auto left = Stages{shape, played}.left();
    const auto left_before =
        played.empty() ? 0 : Stages{shape, played.first(played.size() - 1)}.left().size();
    return left.size() == left_before ? std::vector<int>{} : resting_in(round, std::move(left));
  }

  [[nodiscard]] std::string groups_text(const Shape& shape) const override {
    std::string stages;
    for (const auto groups : groups_of_stages(shape))
      stages += (stages.empty() ? "" : " + ") + std::to_string(groups);
    return unless_bots_change(shape, stages + (stages == "1" ? " group" : " groups"));
  }
  [[nodiscard]] RoundsState state_of(const Shape& shape, PlayedRounds rounds,
                                     std::size_t complete) const override {
    KnockoutState state;
    std::size_t before = 0;
    for (std::size_t i = 0; i < rounds.size(); ++i) {
      const auto left = Stages{shape, rounds.first(i)}.left().size();
      state.rounds.push_back({left, left == std::exchange(before, left)});
      if (i < complete) state.rounds.back().by_bracket = Stages{shape, rounds.first(i + 1)}.by_bracket();
    }
    state.left = Stages{shape, rounds.first(complete)}.left();
    if (complete == rounds.size() && !state.left.empty()) state.winner = state.left.front();
    return state;
  }
};

}  // namespace

const Format& formats::knockout() {
  static const Knockout format;
  return format;
}

}  // namespace tribunal
