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

/// The seat whose meld wins its suit, the melds given by seat: the most cards, then `tie`; melds that cannot
/// be told apart (two packs) and a suit that nobody played have no winner.
[[nodiscard]] Seat conqueror(std::span<const Meld> melds, SuitTie tie);

/// Of the winning melds (0 where a suit has none): the index of the one that takes a bonus; -1 if there is no
/// meld, or if the best are identical.
///
/// Fewest cards; then the lowest low card, and so on upward.
[[nodiscard]] int shortest_suit(const BySuit<RankSet>& winners);
/// The lowest highest card; then the second highest, and so on; no more cards beat any card.
[[nodiscard]] int lowest_high_card(const BySuit<RankSet>& winners);
/// The lowest lowest card; then the second lowest, and so on; no more cards beat any card.
[[nodiscard]] int lowest_low_card(const BySuit<RankSet>& winners);

/// What a hand comes to.
struct HandScore {
  BySuit<Seat> conquerors{};  ///< `no_seat` where nobody wins
  BySuit<std::int32_t> worths{};
  std::array<std::int32_t, max_seats> points{};  ///< by seat
};

/// Who wins that suit; `no_seat` if nobody does.
[[nodiscard]] Seat conqueror_of(Suit suit, std::span<const Tableau> tableaux, SuitTie tie);

/// Who wins all four suits; `no_seat` if nobody does.
[[nodiscard]] Seat conqueror_of_all(std::span<const Tableau> tableaux, SuitTie tie);

/// What each suit is worth to its winner, given the winning melds (0 where there is none).
[[nodiscard]] BySuit<std::int32_t> suit_worths(const LayoutRules& rules, const BySuit<RankSet>& winners);

/// Scores a hand: the worth of the suits won, one off for each card in a losing meld, the penalty off for the
/// seats in `penalised`.
[[nodiscard]] HandScore score_hand(const LayoutRules& rules, std::span<const Tableau> tableaux,
                                   SeatSet penalised);

/// What a player can score in a game of these rules, all its hands together. The Mob is no player: its own
/// score may lie outside.
[[nodiscard]] ScoreBounds score_bounds(const LayoutRules& rules);

}  // namespace tribunal
