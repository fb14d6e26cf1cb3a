#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "games/core/seat.hpp"
#include "games/layout/golden_rule.hpp"
#include "games/layout/rules.hpp"

namespace tribunal {

struct ScoreBounds;

/// A value for each suit, in the order of `Suit`.
template <typename T>
using BySuit = std::array<T, suit_count>;

/// The seat whose meld, of those given by seat, wins its suit: the most cards, then `tie`. Melds that are
/// equal (two packs) have no winner, nor has a suit that no seat played.
[[nodiscard]] Seat conqueror(std::span<const Meld> melds, SuitTie tie);

/// These functions return, among the winning melds (0 for a suit without one), the index of the one that gets
/// a bonus; -1 if there is no meld, or if the best are identical.
///
/// The meld with the fewest cards; then the lowest low card, and so on upward.
[[nodiscard]] int shortest_suit(const BySuit<RankSet>& winners);
/// The meld with the lowest highest card; then the second highest, and so on; having no more cards beats any
/// card.
[[nodiscard]] int lowest_high_card(const BySuit<RankSet>& winners);
/// The meld with the lowest lowest card; then the second lowest, and so on; having no more cards beats any
/// card.
[[nodiscard]] int lowest_low_card(const BySuit<RankSet>& winners);

/// The score of a hand.
struct HandScore {
  BySuit<Seat> conquerors{};  ///< `no_seat` if a suit has no winner
  BySuit<std::int32_t> worths{};
  std::array<std::int32_t, max_seats> points{};  ///< points of each seat
};

/// The winner of a suit; `no_seat` if there is none.
[[nodiscard]] Seat conqueror_of(Suit suit, std::span<const Tableau> tableaux, SuitTie tie);

/// The winner of all four suits; `no_seat` if there is none.
[[nodiscard]] Seat conqueror_of_all(std::span<const Tableau> tableaux, SuitTie tie);

/// The worth of each suit to its winner, given the winning melds (0 if there is none).
[[nodiscard]] BySuit<std::int32_t> suit_worths(const LayoutRules& rules, const BySuit<RankSet>& winners);

/// Scores a hand: the worth of the suits won, less one point for each card in a losing meld, less the penalty
/// for the seats in `penalised`.
[[nodiscard]] HandScore score_hand(const LayoutRules& rules, std::span<const Tableau> tableaux,
                                   SeatSet penalised);

/// The bounds of a player's score in a game of these rules, all its hands together. The Mob is not a player:
/// its own score may be outside.
[[nodiscard]] ScoreBounds score_bounds(const LayoutRules& rules);

}  // namespace tribunal
