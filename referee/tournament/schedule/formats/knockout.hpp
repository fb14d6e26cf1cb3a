#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "tournament/schedule/formats/round.hpp"

namespace tribunal {

/// The plan's key for a contest for third place.
inline constexpr std::string_view third_place = "third_place";

/// The largest number of further deals that a group plays, one at a time, while a tie decides who advances.
inline constexpr int most_tiebreaks = 8;

struct KnockoutStage {
  int bots = 0;    ///< number of bots left before the stage
  int groups = 0;  ///< number of groups that play; they have the last bots, the others have byes

  bool operator==(const KnockoutStage&) const = default;
};

/// The stages, the final last, if no bot is withdrawn. They do not depend on results.
[[nodiscard]] std::vector<KnockoutStage> knockout_stages(const Shape& shape);

/// The state of a knockout.
struct Bracket {
  /// The round that must be played next. None if the knockout is over.
  std::optional<Round> wanted;
  /// The bots that are left, the best slot in the bracket first. After the final: its bots, the winner first.
  /// Empty if all have been withdrawn.
  std::vector<int> left;
  /// The place of each bot, from 1. Bots that went out in the same stage are ordered by their places in it.
  /// While the knockout runs, the bots that are left share first place. Bots that forfeited all of their
  /// games are behind all that played, even if they advanced against others that forfeited too.
  std::vector<int> places;
  /// The best bot of each group of the last round that ended in a tie, so that the bracket decided.
  std::vector<int> by_bracket{};
};

/// The state after these rounds. knockout.cpp describes the rules of the format.
[[nodiscard]] Bracket bracket_after(const Shape& shape, PlayedRounds played);

}  // namespace tribunal
