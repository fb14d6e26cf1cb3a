#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "tournament/schedule/formats/round.hpp"

namespace tribunal {

/// The plan's key for a contest for the third place.
inline constexpr std::string_view third_place = "third_place";

/// Further deals that a group may play, one at a time, when a tie would decide who advances.
inline constexpr int most_tiebreaks = 8;

struct KnockoutStage {
  int bots = 0;    ///< that are left before it
  int groups = 0;  ///< that the last of them play; the others have byes

  bool operator==(const KnockoutStage&) const = default;
};

/// The stages, the final last; they do not depend on results. Without withdrawn bots.
[[nodiscard]] std::vector<KnockoutStage> knockout_stages(const Shape& shape);

/// The state of a knockout.
struct Bracket {
  /// The round that must be played next; nothing if it is over.
  std::optional<Round> wanted;
  /// The bots that are left, the best place in the bracket first; after the final all of its bots, the winner
  /// first. None if all have been withdrawn.
  std::vector<int> left;
  /// The place of each bot, from 1: those that went out in one stage by their places there; those that are
  /// left share the first before the knockout is over. Bots that forfeited all of their games, which may
  /// advance against others that did, are below all that played.
  std::vector<int> places;
  /// The best of each group of the last round that ended equal, so that the place in the bracket decided.
  std::vector<int> by_bracket{};
};

/// Returns the state after these rounds. The rules are those of the format.
[[nodiscard]] Bracket bracket_after(const Shape& shape, std::span<const PlayedRound> played);

}  // namespace tribunal
