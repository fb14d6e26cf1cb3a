#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>

#include "games/core/seat.hpp"
#include "games/layout/golden_rule.hpp"
#include "games/layout/rules.hpp"

namespace tribunal {

struct ScoreBounds;

/// A value for each suit, in the order of `Suit`.
template <typename T>
using BySuit = std::array<T, suit_count>;

/// The seat whose meld wins its suit. `melds`: by seat. The most cards win, then `tie` decides. Equal melds
/// (two packs) have no winner, and neither has a suit that no seat played.
[[nodiscard]] Seat conqueror(std::span<const Meld> melds, SuitTie tie);

/// Each function returns the index of the winning meld that gets a bonus, or -1 if no meld won or the best
/// ones are identical. A suit without a winner is 0.
///
/// The meld with the fewest cards; then the lowest low card, and so on upward.
[[nodiscard]] int shortest_suit(const BySuit<RankSet>& winners);
/// The meld with the lowest highest card; then the second highest, and so on; a meld without further cards is
/// better.
[[nodiscard]] int lowest_high_card(const BySuit<RankSet>& winners);
/// The meld with the lowest lowest card; then the second lowest, and so on; a meld without further cards is
/// better.
[[nodiscard]] int lowest_low_card(const BySuit<RankSet>& winners);

/// The score of a hand.
struct HandScore {
  BySuit<Seat> conquerors{};  ///< `no_seat` if a suit has no winner
  BySuit<std::int32_t> worths{};
  std::array<std::int32_t, max_seats> points{};  ///< points of each seat
};

/// The winner of a suit; `no_seat` if there is none.
[[nodiscard]] Seat conqueror_of(Suit suit, std::span<const Tableau> tableaux, SuitTie tie);

/// The reason that one meld wins its suit against another, with equal lengths by `tie`.
[[nodiscard]] std::string conquest_reason(const Meld& winner, const Meld& loser, Suit suit, SuitTie tie);

/// The winner of all four suits; `no_seat` if there is none.
[[nodiscard]] Seat conqueror_of_all(std::span<const Tableau> tableaux, SuitTie tie);

/// The worth of each suit to its winner, given the winning melds (0 if there is none).
[[nodiscard]] BySuit<std::int32_t> suit_worths(const LayoutRules& rules, const BySuit<RankSet>& winners);

/// Scores a hand: the worth of the suits won, less one point for each card in a losing meld, less the penalty
/// for the seats in `penalised`.
[[nodiscard]] HandScore score_hand(const LayoutRules& rules, std::span<const Tableau> tableaux,
                                   SeatSet penalised);

/// The bounds of a player's score in a game of these rules, over all hands. The Mob is not a player: its own
/// score may be outside.
[[nodiscard]] ScoreBounds score_bounds(const LayoutRules& rules);

}  // namespace tribunal
