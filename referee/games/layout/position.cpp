// The position of a game of this family.
#include <algorithm>
#include <iterator>
#include <span>

#include "games/layout/layout.hpp"

namespace tribunal {
namespace {

/// The cards in the order of play, as given by the direction.
std::vector<Card> cards_in_order(const Meld& meld, Suit suit) {
  std::vector<Card> cards;
  for (int rank = 0; rank < meld_ranks; ++rank) {
    if ((meld.ranks >> rank & 1U) != 0) cards.emplace_back(static_cast<Rank>(rank + 2), suit);
  }
  if (!meld.ascending) std::ranges::reverse(cards);
  return cards;
}

}  // namespace

SeatPosition LayoutGame::seat_position(Seat seat) const {
  SeatPosition position;
  position.hand = listed(hand(seat));
  for (std::size_t suit = 0; suit < suit_count; ++suit) {
    position.melds[suit] =
        cards_in_order(tableau(seat).meld(static_cast<Suit>(suit)), static_cast<Suit>(suit));
  }
  position.score = totals_[index_of(seat)];
  position.chips = pot_.won(seat);
  position.out = !in_.has(seat);
  return position;
}

Position LayoutGame::position() const {
  Position position{.hand_number = hand_number_, .dealer = dealer_};
  const auto stock = std::span{stock_}.first(setting_->pack.size());
  std::ranges::copy(stock.subspan(stock_used_), std::back_inserter(position.stock));
  std::ranges::copy(std::span{discards_}.first(discard_count_), std::back_inserter(position.discards));
  for (const auto seat : SeatSet::first(seats())) position.seats.push_back(seat_position(seat));
  // The rest of the dealt and drawn cards are aces put aside, or belong to seats that have folded.
  std::vector<Card> rest(stock.begin(), stock.begin() + stock_used_);
  take_out(rest, position.discards);
  for (const auto& seat : position.seats) {
    take_out(rest, seat.hand);
    for (const auto& meld : seat.melds) take_out(rest, meld);
  }
  std::ranges::partition_copy(rest, std::back_inserter(position.aces), std::back_inserter(position.folded),
                              &Card::is_ace);
  position.aces_left = std::max(0, rules().ace_limit - aces_shown_);
  position.pot = pot_.chips();
  const auto tableaux = std::span{tableaux_}.first(static_cast<std::size_t>(seats()));
  for (std::size_t suit = 0; suit < suit_count; ++suit) {
    position.winners[suit] = conqueror_of(static_cast<Suit>(suit), tableaux, rules().suit_tie);
  }
  return position;
}

}  // namespace tribunal
