#include "games/chez/effects.hpp"
#include "games/chez/family.hpp"
#include "games/chez/table.hpp"
#include "games/core/telling.hpp"

namespace tribunal {
namespace {

void lay_hand(ChezTable& table) {
  auto& state = table.state;
  const auto seat = index_of(state.actor);
  tell_cards(table.log, verbs::lay, state.actor, state.hands[seat]);
  state.hands[seat].each([&](Card card) { state.pile.add(card); });
  state.trace.leave(state.actor);
  state.hands[seat] = state.shown[seat] = state.courts[seat] = {};
}

void lose(ChezTable& table) {
  auto& state = table.state;
  tell(table.log, verbs::lose, state.actor);
  state.in.remove(state.actor);
  state.places[index_of(state.actor)] = state.worst_place--;
  ruin_castle(table, state.actor);
}

}  // namespace

void play_betting_man(ChezTable& table) {
  auto& state = table.state;
  const auto dice = joker_dice(state.hand(state.actor).jokers());
  lay_hand(table);
  SeatSet dead;
  each_from(state, state.actor, [&](Seat seat) {
    if (seat == state.actor || !state.in.has(seat)) return;
    if (!pick_up(table, seat, roll(table, seat, dice))) dead.add(seat);
  });
  if (dead.empty()) {
    lose(table);
    return end_action(table);
  }
  place_after_betting_man(state, state.actor, dead);
  state.question = ChezQuestion::none;
}

}  // namespace tribunal
