#pragma once

#include <optional>
#include <span>
#include <vector>

#include "tournament/schedule/formats/round.hpp"

namespace tribunal {

/// Further deals that a group may play, one at a time, when a tie would decide who goes on.
inline constexpr int most_tiebreaks = 8;

/// The round of a knockout that follows `played`; nothing when the final is decided.
///
/// The bracket begins in the order of the plan, the best seed first. Each stage fills as many groups as it
/// needs, so that the best of each meet the last; `shape.advance` of a group go on and take its best places
/// in the bracket. Where that does not come out at a final of one group, the first stages have byes, for the
/// best seeds, and in one group more go on. A group is decided by the points of `PlacePoints`, over all games
/// of the plan. Where a tie would decide who goes on, or who wins the final, the group plays further deals;
/// after `most_tiebreaks` of them the place in the bracket decides. So it does between bots that forfeit all
/// their games, which have no points.
///
/// A bot that is withdrawn is taken out of the bracket before the next stage, and those behind it move up: so
/// all groups can be filled, and the best seeds have the byes. In a stage that is not over it is the last of
/// its group, which plays no further deals without it. With fewer bots than seats left the best place in the
/// bracket has won.
[[nodiscard]] std::optional<Round> next_knockout_round(const Shape& shape,
                                                       std::span<const PlayedRound> played);

struct KnockoutStage {
  int bots = 0;    ///< that are left before it
  int groups = 0;  ///< that the last of them play; the others have byes

  bool operator==(const KnockoutStage&) const = default;
};

/// The stages, the final last; they do not depend on results. Without withdrawn bots.
[[nodiscard]] std::vector<KnockoutStage> knockout_stages(const Shape& shape);

/// Who is left after these rounds, the best place in the bracket first; after the final all of its bots, the
/// winner first. Nobody if all have been withdrawn.
[[nodiscard]] std::vector<int> knockout_left(const Shape& shape, std::span<const PlayedRound> played);

}  // namespace tribunal
