#include "games/anarchy/table.hpp"

#include "games/core/telling.hpp"

namespace tribunal {

void deal_round(std::span<const Card> stock, Seat dealer, std::size_t hand_size, std::span<Hand> hands,
                EventLog& events) {
  std::array<Card, most_hand_cards> dealt{};
  for (std::size_t place = 0; place < hands.size(); ++place) {
    const auto seat = (index_of(dealer) + 1 + place) % hands.size();
    for (std::size_t round = 0; round < hand_size; ++round) {
      dealt[round] = stock[round * hands.size() + place];
      hands[seat].add(dealt[round]);
    }
    tell(events, verbs::deal, static_cast<Seat>(seat), std::span{dealt}.first(hand_size),
         SeatSet::only(static_cast<Seat>(seat)));
  }
}

CapturedCards::CapturedCards(std::span<const Card> trick, const Captors& captors) {
  for (std::size_t place = 0; place < trick.size(); ++place) {
    if (captors[place] != no_seat) add(trick[place], captors[place]);
  }
}

void tell_captures(EventLog& events, Verb verb, const CapturedCards& captured) {
  if (events.is_muted()) return;
  for (Seat seat = 0; index_of(seat) < most_places; ++seat) {
    std::array<Card, most_places + 2> cards{};
    std::size_t count = 0;
    for (const auto& [card, by] : captured.items()) {
      if (by == seat) cards[count++] = card;
    }
    if (count > 0) tell(events, verb, seat, std::span{cards}.first(count));
  }
}

}  // namespace tribunal
