#include "games/chez/table.hpp"

#include <span>
#include <string>

#include "cards/pack.hpp"
#include "games/chez/actions.hpp"
#include "games/chez/effects.hpp"
#include "games/chez/family.hpp"
#include "games/core/telling.hpp"

namespace tribunal {
namespace {

/// Makes a new stock of all discards but the top card of the pile: first the secondary pile from its bottom
/// up, then the primary one.
void reshuffle(ChezTable& table, Seat for_seat) {
  auto& state = table.state;
  if (table.guide != nullptr) table.guide->reshuffle(table);
  const auto top = state.pile.take();
  for (const auto card : state.secondary.cards()) state.stock.add(card);
  for (const auto card : state.pile.cards()) state.stock.add(card);
  state.secondary.clear();
  state.pile.clear();
  state.trace.reshuffle();
  state.pile.add(top);
  if (state.stock.empty()) return;
  auto stream = table.chance.deal.stream("reshuffle " + std::to_string(++table.chance.reshuffles));
  shuffle(state.stock.cards(), stream);
  std::ranges::reverse(state.stock.cards());  // card 0 of a shuffle is the top
  tell(table.log, verbs::reshuffle, for_seat, {static_cast<std::int32_t>(state.stock.size())});
}

SeatSet both(Seat a, Seat b) {
  auto seats = SeatSet::only(a);
  seats.add(b);
  return seats;
}

/// The receiving side of a delivery.
void receive(ChezTable& table, Seat from, Seat to, Card card, SeatSet sees) {
  table.state.hand(to).add(card);
  if (table.log.is_muted()) return;
  table.log.add(
      {.verb = verbs::deliver, .seat = from, .sees = sees, .size = 2, .arguments = {to, card.index()}});
}

/// Counts a turn; ends the game if there have been too many.
void count_turn(ChezState& state) {
  if (++state.turns > most_chez_turns) state.question = ChezQuestion::none;
}

void ask_to_act(ChezState& state) {
  state.question = ChezQuestion::act;
  state.asked = state.actor;
}

void pick_up_for_want_of_a_play(ChezTable& table) {
  auto& state = table.state;
  const auto seat = state.actor;
  state.trace.exclude(seat, lack_of_actor(state));
  state.open_rank = 0;
  bool lives = !state.revolt;
  if (lives) {
    lives = pick_up(table, seat, 1);
  } else {
    kill(table, seat);
  }
  if (!lives) end_if_decided(table, seat);
}

/// Disbands empty courts, then finishes seats with empty hands.
void settle(ChezTable& table) {
  auto& state = table.state;
  disband_courts(table, state.actor);
  each_from(state, state.actor, [&](Seat seat) {
    if (state.in.has(seat) && state.hand(seat).empty()) finish(table, seat);
  });
  if (state.in.size() == 1) finish(table, *state.in.begin());
  if (state.in.empty()) state.question = ChezQuestion::none;
}

void pass_the_turn(ChezState& state) {
  const auto chosen = std::exchange(state.chosen_next, no_seat);
  state.actor = chosen != no_seat && state.in.has(chosen) ? chosen : state.next_in(state.actor);
  state.extra = 0;
  state.is_extra = false;
}

}  // namespace

void tell_cards(EventLog& log, Verb verb, Seat seat, const ChezCards& cards, SeatSet sees) {
  if (log.is_muted()) return;
  std::array<Card, Event::max_arguments> line{};
  std::size_t size = 0;
  const auto end_line = [&] {
    if (size > 0) tell(log, verb, seat, std::span{line}.first(size), sees);
    size = 0;
  };
  cards.each([&](Card card) {
    line.at(size++) = card;
    if (size == line.size()) end_line();
  });
  end_line();
}

int roll(ChezTable& table, Seat seat, ChezDice dice) {
  int total = 0;
  for (int i = 0; i < dice.count; ++i) {
    ++table.chance.drawn;
    total += 1 + static_cast<int>(table.chance.dice.uniform(static_cast<std::uint32_t>(dice.sides)));
  }
  if (table.guide != nullptr) total = table.guide->roll(table, seat, dice, total);
  tell(table.log, verbs::roll, seat, {dice.count, dice.sides, total});
  return total;
}

LeftFrom take_from_hand(ChezState& state, Seat seat, Card card) {
  const auto i = index_of(seat);
  state.hands[i].remove(card);
  if (state.courts[i].has(card)) {
    state.courts[i].remove(card);
    state.shown[i].remove(card);
    return LeftFrom::court;
  }
  if (!state.shown[i].has(card)) return LeftFrom::hand;
  state.shown[i].remove(card);
  return LeftFrom::shown;
}

void deliver(ChezTable& table, Seat from, Seat to, Card card) {
  const bool open = take_from_hand(table.state, from, card) != LeftFrom::hand;
  const auto sees = open ? SeatSet::all() : both(from, to);
  table.state.trace.pass(from, to, card, sees, false);
  receive(table, from, to, card, sees);
}

void deliver_concealed(ChezTable& table, Seat from, Seat to, Card card) {
  table.state.hand(from).remove(card);  // face-up cards stay
  table.state.trace.pass(from, to, card, both(from, to), true);
  receive(table, from, to, card, both(from, to));
}

bool pick_up(ChezTable& table, Seat seat, int count) {
  auto& state = table.state;
  for (; count > 0; --count) {
    if (!state.siege && state.stock.empty()) reshuffle(table, seat);
    if (state.siege || state.stock.empty()) {
      kill(table, seat);
      return false;
    }
    if (table.guide != nullptr) table.guide->pick_up(table, seat);
    const auto card = state.stock.take();
    ++table.chance.drawn;
    state.hand(seat).add(card);
    state.trace.come(seat, card, SeatSet::only(seat));
    tell(table.log, verbs::draw, seat, card, SeatSet::only(seat));
  }
  return true;
}

void kill(ChezTable& table, Seat seat) {
  auto& state = table.state;
  const auto i = index_of(seat);
  tell(table.log, verbs::killed, seat);
  state.in.remove(seat);
  state.places[i] = state.worst_place--;
  state.hands[i].each([&](Card card) { state.secondary.add(card); });
  state.trace.bury(seat);
  state.hands[i] = state.shown[i] = state.courts[i] = {};
  ruin_castle(table, seat);
  if (!state.revolt || state.for_ever) return;
  if (--state.heads == 0) {
    state.revolt = false;
    tell(table.log, verbs::peace, seat);
  } else {
    tell(table.log, verbs::revolt, seat, {state.heads});
  }
}

void end_if_decided(ChezTable& table, Seat dead) {
  auto& state = table.state;
  if (state.siege && dead == state.siege_by) {
    place_after_siege(state);
    state.question = ChezQuestion::none;
  } else if (state.in.size() == 1) {
    finish(table, *state.in.begin());
    state.question = ChezQuestion::none;
  }
}

void ruin_castle(ChezTable& table, Seat seat) {
  auto& state = table.state;
  if (!state.with_castle.has(seat)) return;
  state.with_castle.remove(seat);
  const auto& castle = state.castles[index_of(seat)];
  for (const auto card : castle) state.secondary.add(card);
  tell(table.log, verbs::ruin, seat, castle);
}

void finish(ChezTable& table, Seat seat) {
  auto& state = table.state;
  tell(table.log, verbs::finish, seat);
  state.in.remove(seat);
  state.places[index_of(seat)] = state.best_place++;
  ruin_castle(table, seat);
}

void begin_turn(ChezTable& table) {
  auto& state = table.state;
  while (true) {
    count_turn(state);
    if (state.is_over()) return;
    if (table.guide != nullptr) table.guide->begin_turn(table);
    if (can_act(state)) return ask_to_act(state);
    pick_up_for_want_of_a_play(table);
    if (state.is_over()) return;
    settle(table);
    if (state.is_over()) return;
    pass_the_turn(state);
  }
}

void end_action(ChezTable& table) {
  auto& state = table.state;
  settle(table);
  if (state.is_over()) return;
  if (!state.in.has(state.actor) || state.extra == 0) return next_turn(table);
  --state.extra;
  state.is_extra = true;
  count_turn(state);
  if (!state.is_over()) ask_to_act(state);
}

void next_turn(ChezTable& table) {
  pass_the_turn(table.state);
  begin_turn(table);
}

void place_after_siege(ChezState& state) {
  for (const auto seat : state.besieged) state.places[index_of(seat)] = 1;
  state.places[index_of(state.siege_by)] = static_cast<std::int8_t>(state.players + 1);
  const auto ranks = state.places;
  for (const auto seat : SeatSet::first(state.players)) {
    auto& place = state.places[index_of(seat)];
    place = 1;
    for (const auto other : SeatSet::first(state.players)) {
      if (ranks[index_of(other)] < ranks[index_of(seat)]) ++place;
    }
  }
}

void place_sole_winner(ChezState& state, Seat winner) {
  for (const auto seat : SeatSet::first(state.players)) {
    state.places[index_of(seat)] = static_cast<std::int8_t>(seat == winner ? 1 : 2);
  }
}

void place_after_betting_man(ChezState& state, Seat winner, SeatSet dead) {
  for (const auto seat : SeatSet::first(state.players)) {
    const auto place = seat == winner ? 1 : dead.has(seat) ? state.players - dead.size() + 1 : 2;
    state.places[index_of(seat)] = static_cast<std::int8_t>(place);
  }
}

Outcome chez_outcome(const ChezState& state) {
  Outcome outcome{.seats = state.players, .scores = {}, .places = state.places};
  const auto seats = SeatSet::first(state.players);
  for (const auto seat : state.in) {
    auto& place = outcome.places[index_of(seat)];
    if (place == 0) place = state.best_place;
  }
  for (const auto seat : seats) {
    for (const auto other : seats) {
      if (outcome.places[index_of(other)] > outcome.places[index_of(seat)]) ++outcome.scores[index_of(seat)];
    }
  }
  return outcome;
}

}  // namespace tribunal
