// The stakes of Revolution's hands other than points: antes, folding, the settling of a hand, the doubling
// cube.
#include <algorithm>
#include <limits>

#include "games/core/telling.hpp"
#include "games/layout/family.hpp"
#include "games/layout/layout.hpp"

namespace tribunal {

// Chips

void LayoutGame::pay(Seat seat, std::int32_t chips, EventLog& events) {
  if (chips == 0) return;
  pot_.put_in(seat, chips);
  tell(events, verbs::pay, seat, {chips});
}

void LayoutGame::win(Seat seat, std::int32_t chips, EventLog& events) {
  if (chips == 0) return;
  pot_.take_out(seat, chips);
  tell(events, verbs::win, seat, {chips});
}

/// Shares the pot; the odd chips go to the first winners from the dealer's left.
void LayoutGame::share_pot(SeatSet winners, EventLog& events) {
  const auto chips = pot_.chips();
  int place = 0;
  for (const auto seat : play_order()) {
    if (winners.has(seat)) win(seat, share_of(chips, winners.size(), place++), events);
  }
}

/// Takes antes for an empty pot: at the beginning of a session, or after a seat took the pot.
void LayoutGame::take_antes(EventLog& events) {
  if (!rules().has_pot() || !pot_.empty()) return;
  for (const auto seat : play_order()) {
    if (seat == mob()) continue;
    pot_.put_in(seat, rules().ante);
    tell(events, verbs::ante, seat, {rules().ante});
  }
}

// A turn

void LayoutGame::begin_session_turn(EventLog& events) {
  if (!in_.has(turn_)) {
    end_turn();
  } else if (rules().session == SessionKind::gambling) {
    step_ = Step::choose_to_stay;
  } else if (rules().session == SessionKind::cube && cube_.may_double(turn_)) {
    step_ = Step::choose_to_double;
  } else if (is_stud()) {
    deal_stud_card(events);
  } else {
    begin_player_turn(events);
  }
}

/// A player who stays out of the hand counts as folded before the deal.
void LayoutGame::apply_return_choices(const Choices& choices, EventLog& events) {
  for (const auto seat : returning_) {
    tell_decision(events, seat, choices[seat]);
    if (choices[seat].verb() == verbs::fold) in_.remove(seat);
  }
  step_ = Step::begin_deal;
}

void LayoutGame::apply_stay_choice(const Action& action, EventLog& events) {
  tell_decision(events, turn_, action);
  if (action.verb() == verbs::fold) {
    if (!fold(turn_, events)) end_turn();
    return;
  }
  pot_.put_in(turn_, action.arguments()[0]);
  step_ = Step::begin_draw;
}

/// Removes the seat's cards from the table, and so its melds from all comparisons. True if that ends the
/// hand, because the last seat takes the pot.
bool LayoutGame::fold(Seat seat, EventLog& events) {
  in_.remove(seat);
  hand(seat).each([&](Card card) { put_away_[index_of(seat)].add(card); });
  hand(seat) = {};
  tableau(seat) = {};
  if (players_in().size() > 1) return false;
  share_pot(players_in(), events);
  finish_hand(events);
  return true;
}

// The doubling cube

Action LayoutGame::double_cube() const {
  return Action{verbs::doubles, {static_cast<std::uint8_t>(2 * cube_.value())}};
}

void LayoutGame::apply_double_choice(const Action& action, EventLog& events) {
  tell_decision(events, turn_, action);
  step_ = action.verb() == verbs::pass ? Step::begin_draw : Step::choose_to_accept;
}

void LayoutGame::apply_accept_choice(const Action& action, EventLog& events) {
  tell_decision(events, opponent(), action);
  if (action.verb() == verbs::accept) {
    cube_.accept(opponent());
    step_ = Step::begin_draw;
    return;
  }
  const auto points = rules().drop_points * cube_.value();
  for (const auto seat : players_in()) add_points(seat, seat == turn_ ? points : -points, events);
  finish_hand(events);
}

// The end of a hand

void LayoutGame::settle(const HandScore& score, EventLog& events) {
  switch (rules().session) {
    case SessionKind::gambling:
      return settle_gambling(score, events);
    case SessionKind::hustler:
      return settle_hustler(score, events);
    case SessionKind::stud:
      return share_pot(best_of(players_in(), score, 1), events);
    default:
      return;
  }
}

/// The seats with the most points (`sign` 1) or the fewest (-1).
SeatSet LayoutGame::best_of(SeatSet seats, const HandScore& score, int sign) {
  auto most = std::numeric_limits<std::int32_t>::min();
  for (const auto seat : seats) most = std::max(most, sign * score.points[index_of(seat)]);
  SeatSet best;
  for (const auto seat : seats) {
    if (sign * score.points[index_of(seat)] == most) best.add(seat);
  }
  return best;
}

/// The lowest scores pay the highest as much as the pot holds; the pot stays.
void LayoutGame::settle_gambling(const HandScore& score, EventLog& events) {
  const auto winners = best_of(players_in(), score, 1);
  const auto losers = best_of(players_in(), score, -1);
  if (winners == losers) return;  // all are tied
  const auto chips = pot_.chips();
  int place = 0;
  for (const auto seat : play_order()) {
    if (losers.has(seat)) pay(seat, share_of(chips, losers.size(), place++), events);
  }
  place = 0;
  for (const auto seat : play_order()) {
    if (winners.has(seat)) win(seat, share_of(chips, winners.size(), place++), events);
  }
}

/// Negative points are paid into the pot, then positive points out of it, as far as it suffices. But a player
/// who wins all four suits loses the whole pot to the other.
void LayoutGame::settle_hustler(const HandScore& score, EventLog& events) {
  const auto first = score.conquerors[0];
  const bool has_all = std::ranges::all_of(score.conquerors, [&](Seat seat) { return seat == first; });
  if (has_all && first != no_seat && first != mob()) {
    return share_pot(players_in().without(SeatSet::only(first)), events);
  }
  const auto players = players_in();
  for (const auto seat : play_order()) {
    if (players.has(seat)) pay(seat, std::max(0, -score.points[index_of(seat)]), events);
  }
  for (const auto seat : play_order()) {
    if (players.has(seat)) win(seat, std::clamp(score.points[index_of(seat)], 0, pot_.chips()), events);
  }
}

/// Ends a hand. After the last hand all players share the rest of the pot.
void LayoutGame::finish_hand(EventLog& events) {
  const bool is_broke = rules().session == SessionKind::hustler && pot_.empty();
  const bool is_last = hand_number_ == rules().hands || is_broke;
  step_ = is_last ? Step::over : Step::begin_hand;
  if (!rules().has_pot()) return;
  const auto players = SeatSet::first(rules().players);
  if (is_last) share_pot(players, events);
  for (const auto seat : players) {
    auto& told = chips_told_[index_of(seat)];
    tell(events, verbs::chips, seat, {pot_.won(seat) - told, pot_.won(seat)});
    told = pot_.won(seat);
  }
}

}  // namespace tribunal
