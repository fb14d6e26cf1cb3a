#include "games/chez/swap.hpp"

#include <array>

namespace tribunal {
namespace {

/// A function that hands a card over: `deliver`, or `deliver_concealed`.
using Deliver = void (*)(ChezTable& table, Seat from, Seat to, Card card);

void hand_over(ChezTable& table, Deliver deliver, Seat from, Seat to, const std::array<Card, 9>& cards) {
  for (std::size_t i = 0; i < table.state.pending.offers; ++i) deliver(table, from, to, cards[i]);
}

void draw_blind(ChezTable& table) {
  auto& pending = table.state.pending;
  const auto& hand = table.state.hand(pending.target);
  for (std::size_t i = 0; i < pending.offers; ++i) {
    const auto place = table.chance.draws.uniform(static_cast<std::uint32_t>(hand.size()));
    pending.taken[i] = hand.at(static_cast<int>(place));
    deliver(table, pending.target, table.state.actor, pending.taken[i]);
  }
}

}  // namespace

bool make_swap(ChezTable& table) {
  const auto& state = table.state;
  const auto& pending = state.pending;
  const auto missing = pending.offers - state.hand(pending.target).size();
  if (!pick_up(table, pending.target, missing)) return false;
  draw_blind(table);
  hand_over(table, deliver, state.actor, pending.target, pending.offered);
  return true;
}

void swap_again(ChezTable& table) {
  // Since the first swap all these cards are concealed, even if equal ones are face-up.
  const auto& pending = table.state.pending;
  const auto actor = table.state.actor;
  hand_over(table, deliver_concealed, actor, pending.target, pending.taken);
  hand_over(table, deliver_concealed, pending.target, actor, pending.offered);
  draw_blind(table);
  hand_over(table, deliver_concealed, actor, pending.target, pending.offered);
}

}  // namespace tribunal
