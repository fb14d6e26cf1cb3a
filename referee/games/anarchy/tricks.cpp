#include "games/anarchy/tricks.hpp"

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>

#include "games/anarchy/family.hpp"
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

/// The reason that `seat` captures cards. `best`: the word for the winner of the cards alone in their suits.
std::string capture_reason(std::span<const Card> trick, const Captors& captors, Seat seat, RankOrder order,
                           std::string_view best) {
  const auto card = trick[index_of(seat)];
  const auto leads = lead_suits(trick, order);
  const auto& lead = lead_of(leads, card);
  const std::string suit{arguments::suit_names.at(static_cast<std::size_t>(card.suit()))};
  if (lead.cards > 1 && lead.sharers > 1) return "the best " + suit + " are equal, so each card stays";
  const bool is_bomb = order == RankOrder::reversed;
  const std::string why = is_bomb ? ", because the bomb reverses ranks" : "";
  if (lead.cards > 1)
    return card.text() + (is_bomb ? " is the lowest of the " : " is the highest of the ") + suit + why;
  if (captors[index_of(seat)] != seat)
    return "cards alone in their suits are equal, so each player takes that of the next";
  if (std::ranges::count(captors, seat) == 1) return card.text() + " is alone in its suit";
  // Equal cards take none of the others, so that in Snark the lowest of all may be no winner.
  const auto is_lower = [&](Card other) { return is_singleton(leads, other) && other.rank() < card.rank(); };
  const bool has_lower = !is_bomb && best == "lowest" && std::ranges::any_of(trick, is_lower);
  return card.text() + " is the " + std::string{best} + (has_lower ? " without an equal" : "") +
         " of the cards alone in their suits" + why;
}

}  // namespace

std::vector<Reason> capture_reasons(std::span<const Event> events, TrickKind kind, Card odd) {
  std::array<Card, most_places> trick{};
  auto order = RankOrder::usual;
  for (const auto& event : events) {
    if (event.verb != verbs::play) continue;
    auto& card = trick.at(index_of(event.seat));
    card = Card::from_index(static_cast<std::uint8_t>(event.arguments[0]));
    if (!card.is_joker()) continue;
    card = odd;
    order = RankOrder::reversed;
  }
  const auto captors = kind == TrickKind::in_suits          ? capture_in_suits(trick)
                       : kind == TrickKind::with_singletons ? capture_with_singletons(trick, order)
                                                            : capture_into_hands(trick);
  const std::string_view best =
      kind == TrickKind::into_hands || order == RankOrder::reversed ? "lowest" : "highest";
  std::vector<Reason> reasons;
  for (std::size_t i = 0; i < events.size(); ++i) {
    const auto& [verb, seat] = std::tie(events[i].verb, events[i].seat);
    if (verb != verbs::capture && verb != verbs::gather) continue;
    auto text = capture_reason(trick, captors, seat, order, best);
    const bool has_turn_up =
        kind == TrickKind::in_suits && events[i].size > std::ranges::count(captors, seat);
    reasons.push_back({i, std::move(text) + (has_turn_up ? ", and takes the card turned up" : "")});
  }
  return reasons;
}

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
