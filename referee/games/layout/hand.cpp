#include <algorithm>
#include <span>
#include <string>

#include "games/core/telling.hpp"
#include "games/layout/banilower_and_basic_scoring.hpp"
#include "games/layout/family.hpp"
#include "games/layout/layout.hpp"

namespace tribunal {

// A hand

void LayoutGame::begin_hand(EventLog& events) {
  set_out(events);
  take_antes(events);
  step_ = returning_.empty() ? Step::begin_deal : Step::choose_to_return;
}

void LayoutGame::begin_deal(EventLog& events) {
  step_ = is_stud() ? Step::begin_betting : Step::begin_turn;
  deal_cards(events);
  replace_aces(events);
  drawing_ = aces_shown_ < rules().ace_limit;
}

void LayoutGame::set_out(EventLog& events) {
  ++hand_number_;
  dealer_ = static_cast<Seat>((dealer_ + 1) % rules().players);
  std::ranges::copy(setting_->pack, stock_.begin());
  deal_.shuffle_pack(std::span{stock_}.first(setting_->pack.size()), "hand " + std::to_string(hand_number_));
  stock_used_ = discard_count_ = aces_shown_ = takes_in_a_row_ = turn_index_ = 0;
  tyrant_called_ = false;
  has_news_ = false;
  taken_ = Card{};
  acted_while_drawing_ = played_while_drawing_ = {};
  hands_.fill({});
  shown_.fill({});
  put_away_.fill({});
  tableaux_.fill({});
  set_play_order();
  const bool asks =
      rules().rejoin == Rejoin::ask && !pot_.empty();  // after a new ante all players are dealt in
  returning_ = asks ? SeatSet::first(rules().players).without(in_) : SeatSet{};
  in_ = SeatSet::first(seats());
  cube_ = {};
  tell(events, verbs::hand, dealer_, {hand_number_});
}

void LayoutGame::set_play_order() {
  std::size_t place = 0;
  for (int i = 1; i < rules().players; ++i) {
    play_order_[place++] = static_cast<Seat>((dealer_ + i) % rules().players);
  }
  if (rules().mob) play_order_[place++] = mob();  // the Mob sits at the dealer's right
  play_order_[place] = dealer_;
}

void LayoutGame::deal_cards(EventLog& events) {
  if (rules().hand_size == 0) return;
  const auto players = static_cast<std::size_t>(players_in().size());
  const auto cards = static_cast<std::size_t>(rules().hand_size);
  std::array<Card, LayoutSetting::most_cards> dealt{};
  std::size_t place = 0;
  for (int i = 0; i < seats(); ++i) {
    const auto seat = play_order_[static_cast<std::size_t>(i)];
    if (!players_in().has(seat)) continue;
    for (std::size_t round = 0; round < cards; ++round) {
      dealt[round] = stock_[round * players + place];
      hand(seat).add(dealt[round]);
    }
    ++place;
    for (std::size_t told = 0; told < cards; told += Event::max_arguments) {
      const auto line = std::span{dealt}.first(cards).subspan(told);
      tell(events, verbs::deal, seat, line.first(std::min(line.size(), Event::max_arguments)),
           SeatSet::only(seat));
    }
  }
  stock_used_ = static_cast<std::uint8_t>(players * cards);
}

void LayoutGame::replace_aces(EventLog& events) {
  const auto dealt = static_cast<std::size_t>(stock_used_);
  const auto players = static_cast<std::size_t>(players_in().size());
  for (std::size_t place = 0, at = 0; at < static_cast<std::size_t>(seats()); ++at) {
    turn_ = play_order_[at];
    if (!players_in().has(turn_)) continue;
    for (auto i = place++; i < dealt; i += players) {
      auto card = stock_[i];
      while (card.is_ace()) {
        hand(turn_).remove(card);
        show_ace(card, events);
        if (step_ == Step::end_hand) return;
        card = draw_card(SeatSet::only(turn_), events);
        hand(turn_).add(card);
      }
    }
  }
}

void LayoutGame::end_hand(EventLog& events) {
  const auto tableaux = std::span{tableaux_}.first(static_cast<std::size_t>(seats()));
  SeatSet penalised;
  for (const auto seat : acted_while_drawing_) {
    if (!played_while_drawing_.has(seat)) penalised.add(seat);
  }
  auto score = score_hand(rules(), tableaux, penalised);
  for (std::size_t suit = 0; suit < score.conquerors.size(); ++suit) {
    if (score.conquerors[suit] == no_seat) continue;
    tell(events, verbs::conquer, score.conquerors[suit],
         {static_cast<std::int32_t>(suit), score.worths[suit]});
  }
  const int factor = tyrant_called_ ? -cube_.value() : cube_.value();
  for (const auto seat : in_) {
    score.points[index_of(seat)] *= factor;
    add_points(seat, score.points[index_of(seat)], events);
  }
  settle(score, events);
  finish_hand(events);
}

void LayoutGame::add_points(Seat seat, std::int32_t points, EventLog& events) {
  auto& total = totals_[index_of(seat)];
  total += points;
  tell(events, verbs::score, seat, {points, total});
}

// A turn

void LayoutGame::begin_turn(EventLog& events) {
  turn_ = play_order_[turn_index_];
  taken_ = Card{};
  if (turn_ == mob()) {
    draw_for_mob(events);
  } else if (rules().session != SessionKind::plain) {
    begin_session_turn(events);
  } else {
    begin_player_turn(events);
  }
}

void LayoutGame::begin_player_turn(EventLog& events) {
  if (!drawing_) {
    step_ = hand(turn_).empty() ? Step::end_hand : Step::choose_card;
  } else if (may_take()) {
    step_ = Step::choose_draw;
  } else {
    draw_for_turn(events);
  }
}

bool LayoutGame::may_take() const {
  if (rules().draw == DrawFrom::stock || discard_count_ == 0) return false;
  const bool playable = tableau(turn_).may_play(top_discard());
  if (rules().draw == DrawFrom::either_must_play) return playable;
  // A seat that takes an unplayable card must have another one to discard.
  return takes_in_a_row_ < rules().players && (playable || rules().hand_size > 0);
}

void LayoutGame::draw_for_turn(EventLog& events) {
  takes_in_a_row_ = 0;
  const auto card = draw_past_aces(SeatSet::only(turn_), events);
  if (!card.is_hidden()) {
    hand(turn_).add(card);
    step_ = Step::choose_card;
  } else if (step_ != Step::end_hand) {
    drawing_ = false;
    begin_turn(events);
  }
}

/// Draws, and draws again for each ace. The ace at the limit is not replaced; then the returned card is
/// hidden.
Card LayoutGame::draw_past_aces(SeatSet sees, EventLog& events) {
  ++draws_;
  while (true) {
    const auto card = draw_card(sees, events);
    if (!card.is_ace()) return card;
    show_ace(card, events);
    if (aces_shown_ == rules().ace_limit) return {};
  }
}

void LayoutGame::show_ace(Card ace, EventLog& events) {
  tell(events, verbs::ace, turn_, ace);
  ++aces_shown_;
  if (aces_shown_ == rules().ace_limit && rules().last_ace == LastAce::ends_hand) step_ = Step::end_hand;
}

/// The Mob's turn: the referee openly draws the top card of the stock for it.
void LayoutGame::draw_for_mob(EventLog& events) {
  const auto card = draw_past_aces(SeatSet::all(), events);
  if (card.is_hidden()) return;
  hand(turn_).add(card);
  step_ = Step::begin_mobs_play;
}

/// Plays the card that the Mob has drawn, on any meld.
void LayoutGame::play_for_mob(EventLog& events) {
  const auto card = lowest_card(hand(turn_).faces());
  hand(turn_) = {};
  tableau(turn_).play_freely(card);
  has_news_ = true;
  tell(events, verbs::play, turn_, card);
  after_play();
}

}  // namespace tribunal
