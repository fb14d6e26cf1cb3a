#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "tournament/schedule/formats/shape.hpp"

namespace tribunal {

/// The groups that play each deal, for formats in which only the shape decides them.
struct FixedGroups {
  std::uint64_t a_deal = 0;  ///< number of groups that play each deal; more than `most_games` if it is too
                             ///< large
  /// The group that is number `position` among those that play `deal`. A pure function.
  std::function<std::vector<int>(std::uint64_t deal, std::uint64_t position)> group;
};

/// Consecutive deals that the same bots play. If bots join or are withdrawn in a tournament that is known
/// from the start, it is a sequence of phases.
struct Phase {
  std::uint64_t first_deal = 0;
  std::uint64_t deals = 0;
  std::vector<int> bots;  ///< bots that form the groups, ascending
  /// A late bot that also has a seat in every group, to make up for earlier deals.
  std::optional<int> newcomer{};
  bool makes_up = false;  ///< whether a late bot makes up for these deals, which were played without it

  bool operator==(const Phase&) const = default;
};

/// The phases of a shape without rounds, in the order in which they are played. If the bots change, one phase
/// ends and the next begins, so that games already played keep their index.
///
/// In a round robin and in a gauntlet, a late bot first makes up for the earlier deals. In these it plays all
/// groups that it would have played from the start, against the bots that are left. Several late bots do so
/// one after another. In the end the games are the same as if all bots had been there from the start. In
/// sampled groups late bots do not make up for deals, because the other bots would have to play more than
/// their share.
[[nodiscard]] std::vector<Phase> phases_of(const Shape& shape);

/// The shape of a phase by itself, with its bots numbered from 0, and as many seats as they fill.
[[nodiscard]] Shape shape_of(const Shape& shape, const Phase& phase);

/// The groups that play each deal of a phase, whose deals count from 0. There are none if there are too few
/// bots, and more than `most_games` if there are too many.
[[nodiscard]] FixedGroups groups_of_phase(const Shape& shape, const Phase& phase);

/// Groups for many bots. Each deal is played by as many groups as can be filled, so that every bot plays it
/// once if the seats divide the number of bots. In general:
/// - After every group, no bot has played more than one deal more than another.
/// - After every deal, the numbers of meetings of any two pairs of bots differ by at most `seats + 1`
///   (usually 2 or 3). With two players per table they differ by at most 1, even after every group.
/// - A schedule with more deals continues one with fewer.
///
/// The bound on meetings holds for `sampled_period` deals. Then the groups repeat with the bots' roles
/// changed, and the numbers of meetings may differ by as much again.
[[nodiscard]] FixedGroups sampled_groups(const Shape& shape);

/// The number of deals after which the groups repeat with other roles: about a thousand, or, with two
/// players, when all pairs have met.
[[nodiscard]] std::uint64_t sampled_period(int bots, int seats);

}  // namespace tribunal
