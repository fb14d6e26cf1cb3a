#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "base/text/number_text.hpp"
#include "tournament/schedule/formats/bracket.hpp"
#include "tournament/schedule/formats/formats.hpp"
#include "tournament/schedule/pairing/combinatorics.hpp"

namespace tribunal {
namespace {

/// The bracket begins in the order of the plan, the best seed first. Each stage fills as many groups as it
/// needs, so that the best of each meet the last; `advance` of a group advance and take its best places
/// in the bracket. Where that does not come out at a final of one group, the first stages have byes, for the
/// best seeds, and in one group more advance. A group is decided by the points of `PlacePoints`, over all
/// games of the plan. Where a tie would decide who advances, or who wins the final, the group plays further
/// deals; after `most_tiebreaks` of them the place in the bracket decides. So it does between bots that
/// forfeit all their games, which have no points. Bots that have been in one group are kept apart as far as
/// the numbers allow (`keep_apart`). With `third_place` those that went out before the final play for it
/// beside it.
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
        FormatKey{.name = "advance", .highest = [](int players) { return players - 1; }, .otherwise = 1},
        FormatKey{.name = third_place, .highest = [](int) { return 1; }, .flag = true}};
    return keys;
  }
  [[nodiscard]] bool has_seeds() const override { return true; }
  [[nodiscard]] Newcomers newcomers() const override { return Newcomers::nobody; }

  [[nodiscard]] std::optional<Round> next_round(const Shape& shape,
                                                std::span<const PlayedRound> played) const override {
    return bracket_after(shape, played).wanted;
  }
  [[nodiscard]] std::vector<int> places_after(const Shape& shape,
                                              std::span<const PlayedRound> played) const override {
    return bracket_after(shape, played).places;
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
  /// The bots that are left, the best first. A further deal of a stage is played by those that tied alone.
  [[nodiscard]] std::vector<int> byes_in(const Shape& shape, std::span<const PlayedRound> played,
                                         const Round& round) const override {
    auto left = bracket_after(shape, played).left;
    const auto left_before =
        played.empty() ? 0 : bracket_after(shape, played.first(played.size() - 1)).left.size();
    return left.size() == left_before ? std::vector<int>{} : resting_in(round, std::move(left));
  }

  [[nodiscard]] std::string groups_text(const Shape& shape) const override {
    std::string stages;
    for (const auto& stage : knockout_stages(shape))
      stages += (stages.empty() ? "" : " + ") + std::to_string(stage.groups);
    return unless_bots_change(shape, stages + (stages == "1" ? " group" : " groups"));
  }
  [[nodiscard]] RoundsState state_of(const Shape& shape, std::span<const PlayedRound> rounds,
                                     std::size_t complete) const override {
    KnockoutState state;
    std::size_t before = 0;
    for (std::size_t i = 0; i < rounds.size(); ++i) {
      const auto left = bracket_after(shape, rounds.first(i)).left.size();
      state.rounds.push_back({left, left == std::exchange(before, left)});
      if (i < complete) state.rounds.back().by_bracket = bracket_after(shape, rounds.first(i + 1)).by_bracket;
    }
    state.left = bracket_after(shape, rounds.first(complete)).left;
    if (complete == rounds.size() && !state.left.empty()) state.winner = state.left.front();
    return state;
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

}  // namespace tribunal
