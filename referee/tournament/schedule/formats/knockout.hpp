#pragma once

#include <span>
#include <vector>

#include "tournament/schedule/formats/round.hpp"

namespace tribunal {

/// Further deals that a group may play, one at a time, when a tie would decide who advances.
inline constexpr int most_tiebreaks = 8;

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
