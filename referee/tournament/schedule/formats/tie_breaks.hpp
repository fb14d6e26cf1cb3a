#pragma once

#include <optional>
#include <vector>

#include "tournament/schedule/formats/round.hpp"

namespace tribunal {

/// Whether `a` ranks above `b`: it has the greater share of the points that it could win; without games the
/// share is a half. Among equals, the bot that forfeited fewer games ranks higher.
[[nodiscard]] bool stands_above(const PlacePoints& a, const PlacePoints& b);

/// All bots by these points, the best first (`stands_above`). Equal bots are in the order of the plan.
/// Pairings use this order: in chess, too, they do not depend on tie-breaks (FIDE Handbook C.04.1).
[[nodiscard]] std::vector<int> standing_after(const Shape& shape, PlayedRounds played);

/// A bot in a ranking.
struct Ranked {
  int bot = 0;
  int place = 0;  ///< place from 1; ties share the better place
  PlacePoints points{};
  /// The value of each of `Shape::tie_breaks`, 0 .. 1. None for a direct encounter that does not count, and
  /// for bots that met no other.
  std::vector<std::optional<double>> tie_breaks{};
};

/// All bots, the best first, ranked by `stands_above` and then by the tie-breaks of the shape. Tie-breaks are
/// shares or means, so that a bye does not count in any of them:
/// - direct encounter: the share of the place points in the games between the tied bots, if all pairs of them
///   played equally many;
/// - Buchholz: the mean share of the opponents, over all games with each; cut 1: without the weakest;
/// - Sonneborn-Berger: the mean, over games with each opponent, of the opponent's share if it was beaten, or
///   half of it after a tie;
/// - wins: the share of games in which no other bot had the same or a better place.
///
/// Bots that remain tied share a place. If a direct encounter separates some of the tied bots, it is applied
/// again to those that remain tied. Source: FIDE Handbook C.07, Tie-Break Regulations, articles 6 (direct
/// encounter), 8 (Buchholz), 9 (Sonneborn-Berger) and 7 (wins).
[[nodiscard]] std::vector<Ranked> ranking_after(const Shape& shape, PlayedRounds played);

}  // namespace tribunal
