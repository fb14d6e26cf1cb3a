#pragma once

#include <optional>
#include <span>
#include <vector>

#include "tournament/schedule/formats/round.hpp"

namespace tribunal {

/// The bot with the greater share of what it could win stands above; without games the share is a half. Of
/// equals the one that forfeited fewer games does.
[[nodiscard]] bool stands_above(const PlacePoints& a, const PlacePoints& b);

/// All bots by these points, the best first (`stands_above`); equals in the order of the plan. So bots are
/// paired: in chess, too, pairings do not depend on tie-breaks (FIDE Handbook C.04.1).
[[nodiscard]] std::vector<int> standing_after(const Shape& shape, std::span<const PlayedRound> played);

/// A bot in a ranking.
struct Ranked {
  int bot = 0;
  int place = 0;  ///< from 1; equals share the better one
  PlacePoints points{};
  /// The value of each of `Shape::tie_breaks`, 0 .. 1. Nothing for a direct encounter that does not count,
  /// and for tie-breaks of bots that met nobody.
  std::vector<std::optional<double>> tie_breaks{};
};

/// All bots, the best first, by `stands_above`, then by the tie-breaks of the shape. All of them are shares
/// or means, so that a bye does not count in any:
/// - direct encounter: the share of the place points in the games between the bots that are level, if each
///   two of them played as many;
/// - Buchholz: the mean share of the opponents, over all games with each; cut 1: without the weakest;
/// - Sonneborn-Berger: the mean, over games with each opponent, of its share if it was beaten, of half of it
///   if it came level;
/// - wins: the share of games with no other bot in the same or a better place.
/// Bots that remain level share a place. Those among whom a direct encounter has decided something have it
/// decide again. Source: FIDE Handbook C.07, Tie-Break Regulations, articles 6 (direct encounter), 8
/// (Buchholz), 9 (Sonneborn-Berger) and 7 (wins).
[[nodiscard]] std::vector<Ranked> ranking_after(const Shape& shape, std::span<const PlayedRound> played);

}  // namespace tribunal
