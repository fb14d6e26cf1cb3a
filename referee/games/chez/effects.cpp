#include "games/chez/effects.hpp"

#include <algorithm>
#include <array>

#include "games/chez/actions.hpp"
#include "games/chez/family.hpp"
#include "games/core/telling.hpp"

namespace tribunal {
namespace {

/// Asks the first seat with an ace, from `seat` to the last of the round.
bool ask_from(ChezTable& table, Seat seat) {
  auto& state = table.state;
  while (true) {
    if (table.guide != nullptr && state.in.has(seat)) table.guide->ask(table, seat);
    if (state.in.has(seat) && nope_aces(state, seat) != 0) {
      state.question = ChezQuestion::nope;
      state.asked = seat;
      return true;
    }
    if (seat == state.pending.last_asked) return false;
    seat = state.beside(seat);
  }
}

void hand_over_concealed(ChezTable& table, Seat from, Seat to, const std::array<Card, 9>& cards) {
  for (std::size_t i = 0; i < table.state.pending.offers; ++i) deliver_concealed(table, from, to, cards[i]);
}

void hand_over_offers(ChezTable& table) {
  const auto& pending = table.state.pending;
  for (std::size_t i = 0; i < pending.offers; ++i) {
    if (table.guide != nullptr) table.guide->hand_over(table, i);
    deliver(table, table.state.actor, pending.target, pending.offered[i]);
  }
}

void draw_blind(ChezTable& table) {
  auto& pending = table.state.pending;
  const auto& hand = table.state.hand(pending.target);
  for (std::size_t i = 0; i < pending.offers; ++i) {
    auto place = static_cast<int>(table.chance.draws.uniform(static_cast<std::uint32_t>(hand.size())));
    ++table.chance.drawn;
    if (table.guide != nullptr) place = table.guide->draw_blind(table, place);
    pending.taken[i] = hand.at(place);
    deliver(table, pending.target, table.state.actor, pending.taken[i]);
  }
}

void ask_actor(ChezState& state, ChezQuestion question) {
  state.question = question;
  state.asked = state.actor;
}

/// Opens a window for an effect that needs no choice.
void announce(ChezTable& table, ChezEffect effect, int amount) {
  table.state.pending.effect = effect;
  table.state.pending.amount = static_cast<std::int8_t>(amount);
  announce_effect(table);
}

void begin_swap(ChezTable& table, int cards, int retries) {
  auto& state = table.state;
  auto& pending = state.pending;
  pending.effect = ChezEffect::swap;
  pending.retries = static_cast<std::uint8_t>(retries);
  pending.wanted_offers = static_cast<std::uint8_t>(std::min(cards, state.hand(state.actor).size()));
  if (pending.wanted_offers == 0) return after_effect(table);
  ask_actor(state, ChezQuestion::swap);
}

void begin_queen(ChezTable& table, int upgrades) {
  auto& state = table.state;
  if (state.in.size() == 2) return announce(table, ChezEffect::extra, 1 + upgrades);
  if (upgrades == 0) return announce(table, ChezEffect::direction, -state.direction);
  state.pending.effect = ChezEffect::direction;
  ask_actor(state, ChezQuestion::lead);
}

void begin_royal(ChezTable& table) {
  const auto& play = table.state.play;
  const int upgrades = play.count - 1 + (play.court_card ? 1 : 0);
  if (play.rank == chez_ranks::jack) {
    const auto dice = jack_dice(play.count, play.court_card);
    return announce(table, ChezEffect::extra, roll(table, table.state.actor, dice));
  }
  if (play.rank == chez_ranks::queen) return begin_queen(table, upgrades);
  begin_swap(table, 1 + upgrades, 0);
}

void roll_set(ChezTable& table) {
  auto& state = table.state;
  state.play.set_rolled = true;
  state.pending = {};
  const auto dice = set_dice(state.play.count);
  const int total = roll(table, state.actor, dice);
  if (set_pick_up(total) > 0) return announce(table, ChezEffect::pick_up, set_pick_up(total));
  if (total != dice.highest() || state.hand(state.actor).empty()) return end_action(table);
  state.pending.effect = ChezEffect::give;
  state.pending.wanted_offers = 1;
  ask_actor(state, ChezQuestion::favour);
}

void make_pick_up(ChezTable& table, Seat seat) {
  if (!pick_up(table, seat, table.state.pending.amount)) end_if_decided(table, seat);
}

void give_extra(ChezTable& table) {
  auto& state = table.state;
  state.extra = static_cast<std::uint16_t>(state.extra + state.pending.amount);
  tell(table.log, verbs::extra, state.actor, {state.extra});
}

void set_direction(ChezTable& table) {
  auto& state = table.state;
  state.direction = state.pending.amount;
  if (state.pending.target != no_seat) state.chosen_next = state.pending.target;
  tell(table.log, verbs::direction, state.actor, {state.direction > 0 ? 1 : 0});
}

void stand_revolution(ChezTable& table) {
  auto& state = table.state;
  state.open_rank = state.run.next_rank();
  state.open_by = state.actor;
  start_revolt(table, state.run.heads(), state.run.is_true());
}

void raze(ChezTable& table) {
  const auto seat = table.state.pending.target;
  ruin_castle(table, seat);
  if (table.state.revolt) execute_royals(table, seat);
}

void stand_swap(ChezTable& table) {
  auto& state = table.state;
  if (!make_swap(table)) return end_if_decided(table, state.pending.target);
  if (state.pending.retries > 0) ask_actor(state, ChezQuestion::retry);
}

void apply_effect(ChezTable& table) {
  auto& state = table.state;
  const auto& pending = state.pending;
  switch (pending.effect) {
    case ChezEffect::none:
      return;
    case ChezEffect::revolution:
      return stand_revolution(table);
    case ChezEffect::pick_up:
      return make_pick_up(table, state.actor);
    case ChezEffect::extra:
      return give_extra(table);
    case ChezEffect::direction:
      return set_direction(table);
    case ChezEffect::swap:
      return stand_swap(table);
    case ChezEffect::burden:
      return make_pick_up(table, pending.target);
    case ChezEffect::raze:
      return raze(table);
    case ChezEffect::give:
      return hand_over_offers(table);
  }
}

}  // namespace

bool open_window(ChezTable& table) {
  auto& state = table.state;
  state.pending.noped = false;
  state.pending.last_asked = state.actor;
  return ask_from(table, state.beside(state.actor));
}

bool window_after_pass(ChezTable& table) {
  const auto& state = table.state;
  return state.asked != state.pending.last_asked && ask_from(table, state.beside(state.asked));
}

bool window_after_nope(ChezTable& table, Card ace) {
  auto& state = table.state;
  state.hand(state.asked).remove(ace);
  state.trace.leave(state.asked, ace);
  state.secondary.add(ace);
  state.pending.noped = !state.pending.noped;
  state.pending.last_asked = state.beside(state.asked, -1);
  return ask_from(table, state.beside(state.asked));
}

bool make_swap(ChezTable& table) {
  const auto& state = table.state;
  const auto& pending = state.pending;
  const auto missing = pending.offers - state.hand(pending.target).size();
  if (!pick_up(table, pending.target, missing)) return false;
  draw_blind(table);
  hand_over_offers(table);
  return true;
}

void swap_again(ChezTable& table) {
  // After the first swap all these cards are concealed, even if equal ones are face-up.
  const auto& pending = table.state.pending;
  const auto actor = table.state.actor;
  hand_over_concealed(table, actor, pending.target, pending.taken);
  hand_over_concealed(table, pending.target, actor, pending.offered);
  draw_blind(table);
  hand_over_concealed(table, actor, pending.target, pending.offered);
}

void begin_effect(ChezTable& table) {
  auto& state = table.state;
  const auto& play = state.play;
  state.pending = {};
  if (play.is_pair) {
    return begin_swap(table, 1 + (play.court_card ? 1 : 0), play.count + (play.court_queen ? 1 : 0));
  }
  if (play.rank == chez_ranks::six) {
    return announce(table, ChezEffect::pick_up, roll(table, state.actor, six_dice(play.count)));
  }
  if (play.rank == chez_ranks::joker) return ask_actor(state, ChezQuestion::aim_joker);
  if (play.rank >= chez_ranks::jack && !state.revolt) return begin_royal(table);
  after_effect(table);
}

void begin_revolution(ChezTable& table) {
  auto& state = table.state;
  for (std::size_t i = 0; i < state.run.size; ++i) state.pile.add(state.run.cards[i]);
  state.pending = {};
  state.pending.effect = ChezEffect::revolution;
  if (state.run.is_true()) {
    settle_effect(table);
  } else {
    announce_effect(table);
  }
}

void announce_effect(ChezTable& table) {
  if (!open_window(table)) settle_effect(table);
}

void settle_effect(ChezTable& table) {
  auto& state = table.state;
  state.asked = no_seat;
  if (!state.pending.noped) apply_effect(table);
  if (!state.is_over() && state.asked == no_seat) after_effect(table);
}

void after_effect(ChezTable& table) {
  auto& state = table.state;
  if (state.play.count > 1 && !state.play.set_rolled && state.in.has(state.actor)) return roll_set(table);
  end_action(table);
}

}  // namespace tribunal
