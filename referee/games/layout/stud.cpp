// Stud: a round of betting, a card that all players choose simultaneously, a card from the stock for each,
// and again.
#include "games/core/telling.hpp"
#include "games/layout/family.hpp"
#include "games/layout/layout.hpp"

namespace tribunal {

void LayoutGame::begin_betting() {
  const auto players = players_in();
  auto first = play_order_.begin();
  while (!players.has(*first)) ++first;
  betting_ = BettingRound{players, *first, rules().players};
  step_ = Step::choose_bet;
}

void LayoutGame::apply_bet(const Action& action, EventLog& events) {
  const auto seat = betting_.turn();
  tell_decision(events, seat, action);
  pay(seat, betting_.act(action.verb()), events);
  if (action.verb() == verbs::fold && fold(seat, events)) return;
  if (betting_.is_over()) step_ = Step::choose_together;
}

/// Played cards are open; discarded cards stay face down.
void LayoutGame::apply_cards_together(const Choices& choices, EventLog& events) {
  bool plays_any = false;
  for (const auto seat : players_in()) {
    const auto& action = choices[seat];
    const bool plays = action.verb() == verbs::play;
    tell_decision(events, seat, action, plays ? SeatSet::all() : SeatSet::only(seat));
    if (!plays) put_away_[index_of(seat)].add(action.card());
    lay_down(seat, action);
    plays_any |= plays;
  }
  turn_ = no_seat;  // all seats had this turn; the first turn of the deal is next
  if (plays_any) {
    after_play();
  } else {
    end_turn();
  }
}

void LayoutGame::deal_stud_card(EventLog& events) {
  const auto card = draw_past_aces(SeatSet::only(turn_), events);
  if (card.is_hidden()) return;
  hand(turn_).add(card);
  end_turn();
}

}  // namespace tribunal
