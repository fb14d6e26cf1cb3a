#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "tournament/schedule/formats/shape.hpp"

namespace tribunal {

/// The groups that play each deal, for the formats in which they follow from the shape alone.
struct FixedGroups {
  std::uint64_t a_deal = 0;  ///< groups that play each deal; more than `most_games` if they are too many
  /// The group that plays `deal` as the `position`-th; a pure function.
  std::function<std::vector<int>(std::uint64_t deal, std::uint64_t position)> group;
};

/// Deals in a row that the same bots play: what a tournament known from the start is made of when bots join
/// or are withdrawn in its course.
struct Phase {
  std::uint64_t first_deal = 0;
  std::uint64_t deals = 0;
  std::vector<int> bots;  ///< of whom groups are made, ascending
  /// The bot that sits in every group besides: a late bot that makes up for the deals before it came.
  std::optional<int> newcomer{};
  bool makes_up = false;  ///< a late bot makes up for these deals, which have been played without it

  bool operator==(const Phase&) const = default;
};

/// The phases of a shape without rounds, in the order in which they are played. A change of bots ends one
/// and begins the next, so that what was played before keeps its place.
///
/// In a round robin and a gauntlet a newcomer first makes up for the deals before it: in them it plays all
/// groups that it would have played, had it been in from the start, against the bots that are left. Newcomers
/// do so one after the other. So the games come to be the same as if all had been in from the start. In
/// sampled groups nobody makes up for anything: the others would have to play more than their share.
[[nodiscard]] std::vector<Phase> phases_of(const Shape& shape);

/// The shape that the bots of a phase make by themselves, numbered from 0, with as many seats as they fill.
[[nodiscard]] Shape shape_of(const Shape& shape, const Phase& phase);

/// The groups that play each deal of a phase, whose deals count from 0: none if there are too few bots,
/// more than `most_games` if they are too many.
[[nodiscard]] FixedGroups groups_of_phase(const Shape& shape, const Phase& phase);

/// For many bots: every bot plays each deal once, or, where the seats do not divide the bots, so nearly that
/// - whenever a group has played a deal, no bot has played more than one deal more than any other;
/// - so it is after any number of deals, with the meetings of any two pairs of bots at most `seats + 1` apart
/// (2 or
///   3 as a rule), and at most 1 with two players at a table, then after any group;
/// - more deals go on where fewer end.
/// A deal is played by as many groups as can be filled. What is said of meetings holds for `sampled_period`
/// deals; then the groups come again with the bots' parts changed, and the meetings may lie as far apart
/// again.
[[nodiscard]] FixedGroups sampled_groups(const Shape& shape);

/// Deals after which the groups come again, with other parts: about a thousand; of two players, when all
/// pairs have met.
[[nodiscard]] std::uint64_t sampled_period(int bots, int seats);

}  // namespace tribunal
