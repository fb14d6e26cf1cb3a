#include "games/anarchy/tricks.hpp"

namespace tribunal {
namespace {

/// The best of several cards, and the number of cards that share its rank.
struct Lead {
  int cards = 0;
  int strength = 0;
  int sharers = 0;
  Seat place = no_seat;

  void see(Seat at, int with_strength) {
    ++cards;
    if (with_strength > strength) {
      strength = with_strength;
      sharers = 0;
      place = at;
    }
    if (with_strength == strength) ++sharers;
  }
};

using SuitLeads = std::array<Lead, suit_count>;

constexpr int top_and_bottom = static_cast<int>(Rank::ace) + static_cast<int>(Rank::two);

int strength(Card card, RankOrder order) {
  const auto rank = static_cast<int>(card.rank());
  return order == RankOrder::usual ? rank : top_and_bottom - rank;
}

const Lead& lead_of(const SuitLeads& leads, Card card) {
  return leads[static_cast<std::size_t>(card.suit())];
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

/// Each card goes to the highest of its suit, or stays with its place if the highest is shared.
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

/// Each singleton takes the card of the next place whose singleton has the same rank.
void exchange_equals(std::span<const Card> trick, const SuitLeads& leads, Captors& captors) {
  for (std::size_t place = 0; place < trick.size(); ++place) {
    if (!is_singleton(leads, trick[place])) continue;
    auto next = place;
    do {
      next = (next + 1) % trick.size();
    } while (!is_singleton(leads, trick[next]) || trick[next].rank() != trick[place].rank());
    captors[next] = static_cast<Seat>(place);
  }
}

}  // namespace

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

Captors capture_into_hands(std::span<const Card> trick) {
  const auto leads = lead_suits(trick, RankOrder::usual);
  auto captors = to_suit_leads(trick, leads);
  std::array<int, top_and_bottom> ranks{};
  for (const auto& lead : leads) {
    if (lead.cards == 1) ++ranks[static_cast<std::size_t>(lead.strength)];
  }
  Lead lowest;  // of those with a unique rank
  for (const auto& lead : leads) {
    if (lead.cards != 1 || ranks[static_cast<std::size_t>(lead.strength)] != 1) continue;
    lowest.see(lead.place, top_and_bottom - lead.strength);
  }
  if (lowest.cards == 0) {
    exchange_equals(trick, leads, captors);
    return captors;
  }
  for (std::size_t place = 0; place < trick.size(); ++place) {
    if (is_singleton(leads, trick[place])) captors[place] = lowest.place;
  }
  return captors;
}

}  // namespace tribunal
