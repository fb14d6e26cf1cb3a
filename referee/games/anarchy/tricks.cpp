#include "games/anarchy/tricks.hpp"

#include "games/core/telling.hpp"

namespace tribunal {
namespace {

int strength(Card card, RankOrder order) {
  const auto rank = static_cast<int>(card.rank());
  return order == RankOrder::usual ? rank : top_and_bottom - rank;
}

const Lead& lead_of(const SuitLeads& leads, Card card) {
  return leads[static_cast<std::size_t>(card.suit())];
}

}  // namespace

SuitLeads lead_suits(std::span<const Card> trick, RankOrder order) {
  SuitLeads leads{};
  for (std::size_t place = 0; place < trick.size(); ++place) {
    if (trick[place].is_hidden()) continue;
    leads[static_cast<std::size_t>(trick[place].suit())].see(static_cast<Seat>(place),
                                                             strength(trick[place], order));
  }
  return leads;
}

bool is_singleton(const SuitLeads& leads, Card card) {
  return !card.is_hidden() && lead_of(leads, card).cards == 1;
}

Captors to_suit_leads(std::span<const Card> trick, const SuitLeads& leads) {
  Captors captors;
  captors.fill(no_seat);
  for (std::size_t place = 0; place < trick.size(); ++place) {
    if (trick[place].is_hidden()) continue;
    const auto& lead = lead_of(leads, trick[place]);
    captors[place] = lead.sharers == 1 ? lead.place : static_cast<Seat>(place);
  }
  return captors;
}

Captors capture_in_suits(std::span<const Card> trick) {
  return to_suit_leads(trick, lead_suits(trick, RankOrder::usual));
}

Captors capture_with_singletons(std::span<const Card> trick, RankOrder order) {
  const auto leads = lead_suits(trick, order);
  auto captors = to_suit_leads(trick, leads);
  Lead singletons;
  for (const auto& lead : leads) {
    if (lead.cards == 1) singletons.see(lead.place, lead.strength);
  }
  if (singletons.sharers != 1) return captors;
  for (std::size_t place = 0; place < trick.size(); ++place) {
    if (is_singleton(leads, trick[place])) captors[place] = singletons.place;
  }
  return captors;
}

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
