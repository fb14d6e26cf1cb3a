#include "games/chez/court.hpp"

#include "games/chez/family.hpp"
#include "games/core/telling.hpp"

namespace tribunal {

void lay_court(ChezTable& table, Seat seat, std::span<const Card, 3> cards) {
  auto& state = table.state;
  for (const auto card : cards) {
    // A card that is face-up already, for another's court, joins this one.
    if (!state.shown[index_of(seat)].has(card)) state.shown[index_of(seat)].add(card);
    state.courts[index_of(seat)].add(card);
  }
  state.with_court.add(seat);
  each_from(state, seat, [&](Seat other) {
    const auto royals = state.hand(other).royals();
    auto hidden = royals;
    hidden.remove(state.shown[index_of(other)]);
    state.shown[index_of(other)] = royals;
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
  shown.each([&](Card card) { state.secondary.add(card); });
  state.hand(seat).remove(shown);
  shown = {};
  state.courts[index_of(seat)] = {};
}

}  // namespace tribunal
