#pragma once

#include <optional>
#include <span>
#include <vector>

#include "tournament/schedule/formats/round.hpp"

namespace tribunal {

/// The round of a Swiss tournament that follows `played`; nothing after `shape.rounds` of them. As many
/// groups as can be filled, of bots that stand close together:
/// - Those that are left over have a bye: the bots with the fewest byes, so that nobody has a second one
/// before
///   all have had one, and of these the lower ones rather than the higher. A bye counts as nothing at all:
///   bots stand by the share of the points in the games that they played.
///   A late bot counts the rounds that it missed as byes here.
/// - Of two players a table, no two meet again while the choice of that bye and of pairs can avoid it; else
/// as
///   few as can be. From the top, each plays the nearest below it with whom that holds.
/// - Of more, no group meets again while that can be avoided, and as few pairs do as exchanges of two bots
/// bring
///   about.
[[nodiscard]] std::optional<Round> next_swiss_round(const Shape& shape, std::span<const PlayedRound> played);

/// All bots after these rounds, the best first; equals in the order of the plan.
[[nodiscard]] std::vector<int> swiss_standing(const Shape& shape, std::span<const PlayedRound> played);

}  // namespace tribunal
