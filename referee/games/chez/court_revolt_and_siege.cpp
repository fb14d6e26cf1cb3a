#include "games/chez/effects.hpp"
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

void lay_court(ChezTable& table, Seat seat, std::span<const Card, 3> cards) {
  auto& state = table.state;
  for (const auto card : cards) {
    // A card that is already face-up, for another seat's court, joins this one.
    if (!state.shown[index_of(seat)].has(card)) state.shown[index_of(seat)].add(card);
    state.courts[index_of(seat)].add(card);
  }
  state.with_court.add(seat);
  each_from(state, seat, [&](Seat other) {
    if (table.guide != nullptr) table.guide->reveal_royals(table, other);
    const auto royals = state.hand(other).royals();
    auto hidden = royals;
    hidden.remove(state.shown[index_of(other)]);
    state.shown[index_of(other)] = royals;
    state.trace.reveal_royals(other);
    tell_cards(table.log, verbs::reveal, other, hidden);
  });
}

void disband_courts(ChezTable& table, Seat first) {
  auto& state = table.state;
  if (state.with_court.empty()) return;
  each_from(state, first, [&](Seat seat) {
    if (!state.with_court.has(seat) || !state.courts[index_of(seat)].empty()) return;
    state.with_court.remove(seat);
    tell(table.log, verbs::disband, seat);
  });
  if (!state.with_court.empty()) return;
  each_from(state, first, [&](Seat seat) {
    auto& shown = state.shown[index_of(seat)];
    tell_cards(table.log, verbs::conceal, seat, shown);
    shown = {};
  });
}

void execute_royals(ChezTable& table, Seat seat) {
  auto& state = table.state;
  auto& shown = state.shown[index_of(seat)];
  tell_cards(table.log, verbs::execute, seat, shown);
  shown.each([&](Card card) {
    state.secondary.add(card);
    state.trace.leave(seat, card);
  });
  state.hand(seat).remove(shown);
  shown = {};
  state.courts[index_of(seat)] = {};
}

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
  state.trace.leave(state.actor, card);
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
  if (table.guide != nullptr) table.guide->seize(table);
  ChezCards seized;
  const auto top = state.pile.take();
  for (const auto card : state.pile.cards()) state.trace.come(state.actor, card, SeatSet::all());
  for (const auto card : state.secondary.cards()) state.trace.dig(state.actor, card);
  for (const auto card : state.stock.cards()) state.trace.come(state.actor, card, SeatSet::only(state.actor));
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
