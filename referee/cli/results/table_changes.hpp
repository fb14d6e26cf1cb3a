#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tournament/standings/standings.hpp"

namespace tribunal {

/// A bot in an earlier table of ratings, and in one that has more games.
struct BotChange {
  enum class State : std::uint8_t { unchanged, new_version, new_bot, absent, excluded };
  /// Only a change that is larger than its error is up or down.
  enum class Claim : std::uint8_t { none, up, down, too_few_deals };

  std::string bot;
  std::string person{};  ///< this and the next by the organiser's list
  std::string team{};
  State state = State::unchanged;
  Claim claim = Claim::none;
  std::string sha256{};  ///< hash of the version in the later table; the next: in the earlier one
  std::string sha256_before{};
  std::optional<int> rank{};  ///< among the newest versions
  std::optional<int> rank_before{};
  std::optional<Rating> rating{};
  std::optional<Rating>
      rating_before{};                   ///< on the later table's scale; nothing if the scales do not compare
  std::optional<Rating> last_version{};  ///< rating of the version before a new one, by the later table
  std::optional<double> superiority{};   ///< chance that the new version is stronger than that one
  std::int64_t games = 0;                ///< this and all below: of the new games alone
  std::int64_t deals = 0;                ///< number of new deals of its newest version
  PlacePoints place_points{};
  FaultCounts faults{};
};

/// The changes of all bots of the later table, by its ranks. `before` has some of its games, and both have
/// the rows of all versions, `after` with all pairs. `excluded`: bots that are excluded by now.
///
/// Without the same anchors in both, Elos of `before` are moved so that the versions that both tables rate
/// keep their mean. A new version is up or down where its chance to be stronger than the last one is
/// above 97.5 or below 2.5 %, and their Elos differ by more than the root of the sum of their errors'
/// squares. A bot whose files are unchanged made no progress: only its estimate moved. The same bound holds
/// there; it is too wide, because both tables share games.
[[nodiscard]] std::vector<BotChange> changes_between(const Standings& before, const Standings& after,
                                                     const std::set<std::string>& excluded);

}  // namespace tribunal
