#include "tournament/schedule/formats/knockout.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "record/number_text.hpp"
#include "tournament/schedule/formats/formats.hpp"
#include "tournament/schedule/formats/rounds_summary.hpp"
#include "tournament/schedule/pairing/combinatorics.hpp"

namespace tribunal {
namespace {

int advance_of(const Shape& shape) { return shape.setting("advance", 1); }

/// How many bots of each of a stage's groups are out.
std::vector<int> losers_of_groups(int bots, const Shape& shape) {
  if (bots == shape.seats) return {shape.seats - 1};
  const int losers = shape.seats - advance_of(shape);
  int next = shape.seats;  // the bracket that this stage has to come down to
  for (int size = next; size < bots; size += size / advance_of(shape) * losers) next = size;
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
  /// Whether only a tie decides who advances, and further deals can be played.
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

  /// The round that must be played next.
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
    // Another number of groups: a round that was stored wrongly. It leads nowhere; verify computes it
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

  /// Who advances takes the best slots of the group; of the final all keep theirs, in the order of their
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

/// The bracket begins in the order of the plan, the best seed first. Each stage fills as many groups as it
/// needs, so that the best of each meet the last; `advance` of a group advance and take its best places
/// in the bracket. Where that does not come out at a final of one group, the first stages have byes, for the
/// best seeds, and in one group more advance. A group is decided by the points of `PlacePoints`, over all
/// games of the plan. Where a tie would decide who advances, or who wins the final, the group plays further
/// deals; after `most_tiebreaks` of them the place in the bracket decides. So it does between bots that
/// forfeit all their games, which have no points.
///
/// A bot that is withdrawn is taken out of the bracket before the next stage, and those behind it move up: so
/// all groups can be filled, and the best seeds have the byes. In a stage that is not over it is the last of
/// its group, which plays no further deals without it. With fewer bots than seats left the best place in the
/// bracket has won.
class Knockout final : public FormatInRounds {
 public:
  [[nodiscard]] std::string_view name() const override { return "knockout"; }
  [[nodiscard]] std::span<const FormatKey> keys() const override {
    static constexpr std::array keys{
        FormatKey{.name = "advance", .highest = [](int players) { return players - 1; }, .otherwise = 1}};
    return keys;
  }
  [[nodiscard]] Newcomers newcomers() const override { return Newcomers::nobody; }

  [[nodiscard]] std::optional<Round> next_round(const Shape& shape,
                                                std::span<const PlayedRound> played) const override {
    return Bracket{shape, played}.wanted();
  }

  [[nodiscard]] BlockBounds blocks(const Shape& shape) const override {
    constexpr std::uint64_t further = most_tiebreaks;
    const auto stages = knockout_stages(shape);
    BlockBounds blocks{0, 0, stages.size(), stages.size() * (1 + further)};
    for (const auto& stage : stages) {
      const auto groups = static_cast<std::uint64_t>(stage.groups);
      blocks.fewest = sum(blocks.fewest, product(groups, shape.deals));
      blocks.most = sum(blocks.most, product(groups, shape.deals + further));
    }
    return may_be_cut_short(shape) ? BlockBounds{0, blocks.most, 0, blocks.most_rounds} : blocks;
  }
  /// A bot that always loses, or always wins with all the further deals there can be. A bye may be lost to
  /// one that is withdrawn.
  [[nodiscard]] GamesOfBot deals_of(int bot, const Shape& shape) const override {
    const auto stages = knockout_stages(shape);
    const auto plays = [&](const KnockoutStage& stage) {
      return may_be_cut_short(shape) || bot >= stage.bots - stage.groups * shape.seats;
    };
    const auto first = std::ranges::find_if(stages, plays);
    return {may_be_cut_short(shape) ? 0 : shape.deals,
            static_cast<std::uint64_t>(stages.end() - first) * (shape.deals + most_tiebreaks)};
  }

  [[nodiscard]] std::string groups_text(const Shape& shape) const override {
    std::string stages;
    for (const auto& stage : knockout_stages(shape))
      stages += (stages.empty() ? "" : " + ") + std::to_string(stage.groups);
    return unless_bots_change(shape, stages + (stages == "1" ? " group" : " groups"));
  }
  [[nodiscard]] RoundsSummary summary(const Shape& shape, std::span<const PlayedRound> rounds,
                                      std::size_t complete, const BotNames& names) const override {
    RoundsSummary summary;
    std::size_t left_before = 0;
    for (std::size_t i = 0; i < rounds.size(); ++i) {
      const auto left = knockout_left(shape, rounds.first(i)).size();
      const bool further_deal = left == std::exchange(left_before, left);
      summary.of_rounds.push_back({{"left", left}, {"further_deal", further_deal}});
      if (i >= complete) continue;
      summary.text += (further_deal                        ? "further deal:"
                       : std::cmp_equal(left, shape.seats) ? "final:"
                                                           : counted(left, "bot") + " left:") +
                      contests_text(names, rounds[i], shape.seats) + '\n';
    }
    const auto left = names.of(knockout_left(shape, rounds.first(complete)));
    summary.json = {{"left", left}, {"winner", nullptr}};
    if (complete < rounds.size() || left.empty()) return summary;
    summary.json["winner"] = left.front();
    summary.text += "winner: " + left.front() + '\n';
    return summary;
  }

 private:
  /// Whether bots are withdrawn, which may be out already, or leave nobody.
  static bool may_be_cut_short(const Shape& shape) { return !shape.stays.empty(); }
};

}  // namespace

const Format& formats::knockout() {
  static const Knockout format;
  return format;
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
