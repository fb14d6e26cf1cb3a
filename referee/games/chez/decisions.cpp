#include <array>
#include <cstddef>

#include "games/chez/actions.hpp"
#include "games/chez/effects.hpp"
#include "games/chez/family.hpp"
#include "games/chez/table.hpp"
#include "games/core/telling.hpp"

namespace tribunal {
namespace {

std::size_t card_count(const Action& action) { return action.arguments().size(); }

/// The seat that the action names.
Seat named_seat(const Action& action) { return static_cast<Seat>(action.arguments()[0]); }

void echo(ChezTable& table, const Action& action) { tell_decision(table.log, table.state.asked, action); }

/// Echoes a decision. Only its seat sees a pass, because the question would reveal a card.
void echo_or_hide_pass(ChezTable& table, const Action& action) {
  if (action.verb() == verbs::pass) {
    tell_unnoticed(table.log, table.state.asked, action);
  } else {
    echo(table, action);
  }
}

/// Moves the card from the actor's hand to the pile.
LeftFrom lay(ChezState& state, Card card) {
  state.pile.add(card);
  state.trace.leave(state.actor, card);
  return take_from_hand(state, state.actor, card);
}

bool has_both_red_sixes(const Action& action) {
  bool diamonds = false;
  bool hearts = false;
  for (std::size_t i = 0; i < card_count(action); ++i) {
    diamonds |= action.card(i) == Card{Rank::six, Suit::diamonds};
    hearts |= action.card(i) == Card{Rank::six, Suit::hearts};
  }
  return diamonds && hearts;
}

void play_set(ChezTable& table, const Action& action) {
  auto& state = table.state;
  state.play = {.rank = chez_rank(action.card()), .count = static_cast<std::uint8_t>(card_count(action))};
  for (std::size_t i = 0; i < card_count(action); ++i) {
    if (lay(state, action.card(i)) == LeftFrom::court) state.play.court_card = true;
  }
  if (has_both_red_sixes(action) && roll(table, state.actor, {1, 6}) == 6) {
    place_sole_winner(state, state.actor);
    state.question = ChezQuestion::none;
    return;
  }
  begin_effect(table);
}

void play_pair(ChezTable& table, const Action& action) {
  auto& state = table.state;
  auto& play = state.play;
  play.is_pair = true;
  ++play.count;
  for (std::size_t i = 0; i < 2; ++i) {
    if (lay(state, action.card(i)) != LeftFrom::court) continue;
    (chez_rank(action.card(i)) == chez_ranks::king ? play.court_card : play.court_queen) = true;
  }
  if (table.guide != nullptr) table.guide->ask(table, state.actor);
  if (!can_add_pair(state)) return begin_effect(table);
  state.question = ChezQuestion::add_pair;
}

void lay_castle(ChezTable& table, const Action& action) {
  auto& state = table.state;
  auto& castle = state.castles[index_of(state.actor)];
  for (std::size_t i = 0; i < castle.size(); ++i) {
    castle[i] = action.card(i);
    take_from_hand(state, state.actor, castle[i]);
    state.trace.leave(state.actor, castle[i]);
  }
  state.with_castle.add(state.actor);
  end_action(table);
}

/// Lays cards of a run, and asks for the next card.
void lay_run(ChezTable& table, const Action& action) {
  auto& state = table.state;
  for (std::size_t i = 0; i < card_count(action); ++i) {
    take_from_hand(state, state.actor, action.card(i));
    state.trace.leave(state.actor, action.card(i));
    state.run.add(action.card(i));
  }
  if (table.guide != nullptr) table.guide->ask(table, state.actor);
  const auto next = state.run.next_rank();
  if (next <= chez_ranks::king && state.hand(state.actor).suits(next) != 0) {
    state.question = ChezQuestion::extend_run;
  } else if (state.run.size == state.run.cards.size()) {
    state.question = ChezQuestion::raise_siege;
  } else {
    begin_revolution(table);
  }
}

void decide_act(ChezTable& table, const Action& action) {
  auto& state = table.state;
  state.play = {};
  state.run = {};
  state.open_rank = 0;
  const auto verb = action.verb();
  if (verb == verbs::play) return play_set(table, action);
  if (verb == verbs::pair) return play_pair(table, action);
  if (verb == verbs::castle) return lay_castle(table, action);
  if (verb == verbs::court) {
    const std::array cards{action.card(0), action.card(1), action.card(2)};
    lay_court(table, state.actor, cards);
    return end_action(table);
  }
  if (verb == verbs::revolution) return lay_run(table, action);
  if (verb == verbs::extend) {
    extend_revolt(table, action.card());
    return end_action(table);
  }
  if (verb == verbs::betting_man) return play_betting_man(table);
  next_turn(table);
}

void decide_siege(ChezTable& table, const Action& action) {
  if (action.verb() == verbs::pass) return begin_revolution(table);
  begin_siege(table);
  end_action(table);
}

void decide_joker(ChezTable& table, const Action& action) {
  auto& pending = table.state.pending;
  pending.target = named_seat(action);
  pending.effect = action.verb() == verbs::burden ? ChezEffect::burden : ChezEffect::raze;
  if (pending.effect == ChezEffect::burden) {
    pending.amount =
        static_cast<std::int8_t>(roll(table, table.state.actor, joker_dice(table.state.play.count)));
  }
  announce_effect(table);
}

void decide_lead(ChezTable& table, const Action& action) {
  table.state.pending.target = named_seat(action);
  table.state.pending.amount = static_cast<std::int8_t>(action.arguments()[1] == 1 ? 1 : -1);
  announce_effect(table);
}

void decide_target_of_cards(ChezTable& table, const Action& action) {
  if (action.verb() == verbs::pass) return after_effect(table);
  table.state.pending.target = named_seat(action);
  table.state.question = ChezQuestion::offer;
}

void decide_offer(ChezTable& table, const Action& action) {
  auto& pending = table.state.pending;
  pending.offered[pending.offers++] = action.card();
  if (pending.offers == pending.wanted_offers) announce_effect(table);
}

void decide_retry(ChezTable& table, const Action& action) {
  if (action.verb() == verbs::pass) return after_effect(table);
  swap_again(table);
  if (--table.state.pending.retries == 0) after_effect(table);
}

void decide_nope(ChezTable& table, const Action& action) {
  const bool asking =
      action.verb() == verbs::pass ? window_after_pass(table) : window_after_nope(table, action.card());
  if (!asking) settle_effect(table);
}

}  // namespace

void apply_chez_decision(ChezTable& table, const Action& action) {
  switch (table.state.question) {
    case ChezQuestion::act:
      echo(table, action);
      return decide_act(table, action);
    case ChezQuestion::extend_run:
      echo_or_hide_pass(table, action);
      return action.verb() == verbs::pass ? begin_revolution(table) : lay_run(table, action);
    case ChezQuestion::raise_siege:
      echo(table, action);
      return decide_siege(table, action);
    case ChezQuestion::add_pair:
      echo_or_hide_pass(table, action);
      return action.verb() == verbs::pass ? begin_effect(table) : play_pair(table, action);
    case ChezQuestion::aim_joker:
      echo(table, action);
      return decide_joker(table, action);
    case ChezQuestion::lead:
      echo(table, action);
      return decide_lead(table, action);
    case ChezQuestion::swap:
    case ChezQuestion::favour:
      echo(table, action);
      return decide_target_of_cards(table, action);
    case ChezQuestion::retry:
      echo(table, action);
      return decide_retry(table, action);
    case ChezQuestion::offer:
      tell_decision(table.log, table.state.asked, action, SeatSet::only(table.state.asked));
      return decide_offer(table, action);
    case ChezQuestion::nope:
      echo_or_hide_pass(table, action);
      return decide_nope(table, action);
    case ChezQuestion::none:
      return;
  }
}

}  // namespace tribunal
