#pragma once

#include "tournament/schedule/formats/phases.hpp"

namespace tribunal {

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
