#include "games/chez/revolt.hpp"

#include "games/chez/court.hpp"
#include "games/chez/family.hpp"
#include "games/core/telling.hpp"

namespace tribunal {
namespace {

void set_heads(ChezTable& table, int heads, bool for_ever) {
  auto& state = table.state;
  state.revolt = true;
  state.heads = static_cast<std::uint8_t>(heads);
  state.for_ever = for_ever || heads > state.in.size();
  if (state.for_ever) {
    tell(table.log, verbs::forever, state.actor);
  } else {
    tell(table.log, verbs::revolt, state.actor, {heads});
  }
}

}  // namespace

void start_revolt(ChezTable& table, int heads, bool for_ever) {
  auto& state = table.state;
  set_heads(table, heads, for_ever);
  if (state.extra > 0) {
    state.extra = 0;
    tell(table.log, verbs::extra, state.actor, {0});
  }
  each_from(state, state.actor, [&](Seat seat) {
    if (!state.with_castle.has(seat)) execute_royals(table, seat);
  });
}

void extend_revolt(ChezTable& table, Card card) {
  auto& state = table.state;
  take_from_hand(state, state.actor, card);
  state.pile.add(card);
  state.open_rank = static_cast<ChezRank>(chez_rank(card) + 1);
  state.open_by = state.actor;
  if (!state.for_ever) set_heads(table, state.heads + 1, false);
}

void begin_siege(ChezTable& table) {
  auto& state = table.state;
  state.siege = true;
  state.siege_by = state.actor;
  state.siege_circle = state.run.cards;
  state.besieged = state.in.without(SeatSet::only(state.actor));
  ChezCards seized;
  const auto top = state.pile.take();
  for (auto* const pile : {&state.pile, &state.secondary, &state.stock}) {
    for (const auto card : pile->cards()) seized.add(card);
    pile->clear();
  }
  state.pile.add(top);
  seized.each([&](Card card) { state.hand(state.actor).add(card); });
  tell_cards(table.log, verbs::seize, state.actor, seized, SeatSet::only(state.actor));
  start_revolt(table, 0, true);
}

}  // namespace tribunal
