#include "games/layout.hpp"

#include <algorithm>
#include <cassert>
#include <span>
#include <string>

#include "games/layout_scoring.hpp"
#include "games/telling.hpp"

namespace tribunal {
void LayoutGame::begin(EventLog& events) {
  step_ = Step::begin_hand;
  go_on(events);
}

SeatSet LayoutGame::wanted() const {
  switch (step_) {
    case Step::choose_draw:
    case Step::choose_card:
      return SeatSet::only(turn_);
    case Step::choose_tyrant:
      return SeatSet::first(rules().players);
    default:
      return {};
  }
}

void LayoutGame::legal_actions(Seat seat, ActionList& actions) const {
  assert(wanted().has(seat));
  static_cast<void>(seat);
  actions.clear();
  if (step_ == Step::choose_tyrant) {
    actions.emplace_back(Verb::call);
    actions.emplace_back(Verb::pass);
  } else if (step_ == Step::choose_draw) {
    actions.emplace_back(Verb::stock);
    actions.emplace_back(Verb::take, top_discard());
  } else {
    append_each(actions, Verb::play, plays());
    append_each(actions, Verb::discard, discards());
  }
}

Action LayoutGame::default_action(Seat seat) const {
  assert(wanted().has(seat));
  static_cast<void>(seat);
  if (step_ == Step::choose_tyrant) return Action{Verb::pass};
  if (step_ == Step::choose_draw) return Action{Verb::stock};
  const auto may_discard = discards();
  if (may_discard != 0) return {Verb::discard, lowest_card(may_discard)};
  return {Verb::play, lowest_card(plays())};
}

void LayoutGame::apply(const Choices& choices, EventLog& events) {
  switch (step_) {
    case Step::choose_draw:
      apply_draw_choice(choices[turn_], events);
      break;
    case Step::choose_card:
      apply_card_choice(choices[turn_], events);
      break;
    case Step::choose_tyrant:
      apply_tyrant_choice(choices, events);
      break;
    default:
      return;
  }
  go_on(events);
}

Outcome LayoutGame::outcome() const {
  Outcome outcome{.seats = seats(), .scores = totals_};
  place_by_score(outcome);
  return outcome;
}

void LayoutGame::go_on(EventLog& events) {
  while (true) {
    switch (step_) {
      case Step::begin_hand:
        begin_hand(events);
        break;
      case Step::begin_turn:
        begin_turn(events);
        break;
      case Step::end_hand:
        end_hand(events);
        break;
      default:
        return;
    }
  }
}

// A hand

void LayoutGame::begin_hand(EventLog& events) {
  set_out(events);
  deal_cards(events);
  replace_aces(events);
  drawing_ = aces_shown_ < rules().ace_limit;
}

void LayoutGame::set_out(EventLog& events) {
  ++hand_number_;
  dealer_ = static_cast<Seat>((dealer_ + 1) % rules().players);
  std::ranges::copy(setting_->pack, stock_.begin());
  deal_->shuffle_pack(std::span{stock_}.first(setting_->pack.size()), "hand " + std::to_string(hand_number_));
  stock_used_ = discard_count_ = aces_shown_ = takes_in_a_row_ = turn_index_ = 0;
  tyrant_called_ = false;
  taken_ = Card{};
  acted_while_drawing_ = played_while_drawing_ = {};
  hands_.fill({});
  tableaux_.fill({});
  set_play_order();
  step_ = Step::begin_turn;
  tell(events, Verb::hand, dealer_, {hand_number_});
}

void LayoutGame::set_play_order() {
  std::size_t place = 0;
  for (int i = 1; i < rules().players; ++i) {
    play_order_[place++] = static_cast<Seat>((dealer_ + i) % rules().players);
  }
  if (rules().mob) play_order_[place++] = mob();  // at the dealer's right
  play_order_[place] = dealer_;
}

void LayoutGame::deal_cards(EventLog& events) {
  if (rules().hand_size == 0) return;
  const auto players = static_cast<std::size_t>(rules().players);
  const auto cards = static_cast<std::size_t>(rules().hand_size);
  std::array<Card, 9> dealt{};
  std::size_t place = 0;
  for (int i = 0; i < seats(); ++i) {
    const auto seat = play_order_[static_cast<std::size_t>(i)];
    if (seat == mob()) continue;
    for (std::size_t round = 0; round < cards; ++round) {
      dealt[round] = stock_[round * players + place];
      hand(seat).add(dealt[round]);
    }
    ++place;
    if (!events.is_muted()) {
      events.add(Event::with_cards(Verb::deal, seat, std::span{dealt}.first(cards), SeatSet::only(seat)));
    }
  }
  stock_used_ = static_cast<std::uint8_t>(players * cards);
}

void LayoutGame::replace_aces(EventLog& events) {
  const auto dealt = static_cast<std::size_t>(stock_used_);
  const auto players = static_cast<std::size_t>(rules().players);
  for (std::size_t place = 0, at = 0; at < static_cast<std::size_t>(seats()); ++at) {
    turn_ = play_order_[at];
    if (turn_ == mob()) continue;
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
  const auto score = score_hand(rules(), tableaux, penalised);
  for (std::size_t suit = 0; suit < score.conquerors.size(); ++suit) {
    if (score.conquerors[suit] == no_seat) continue;
    tell(events, Verb::conquer, score.conquerors[suit],
         {static_cast<std::int32_t>(suit), score.worths[suit]});
  }
  for (std::size_t seat = 0; seat < tableaux.size(); ++seat) {
    const auto points = tyrant_called_ ? -score.points[seat] : score.points[seat];
    totals_[seat] += points;
    tell(events, Verb::score, static_cast<Seat>(seat), {points, totals_[seat]});
  }
  step_ = hand_number_ < rules().hands ? Step::begin_hand : Step::over;
}

// A turn

void LayoutGame::begin_turn(EventLog& events) {
  turn_ = play_order_[turn_index_];
  taken_ = Card{};
  if (turn_ == mob()) {
    play_for_mob(events);
  } else if (!drawing_) {
    step_ = hand(turn_).empty() ? Step::end_hand : Step::choose_card;
  } else if (may_take()) {
    step_ = Step::choose_draw;
  } else {
    draw_for_turn(events);
  }
}

void LayoutGame::end_turn() {
  turn_index_ = static_cast<std::uint8_t>(turn_index_ + 1 == seats() ? 0 : turn_index_ + 1);
  step_ = Step::begin_turn;
}

bool LayoutGame::may_take() const {
  if (rules().draw == DrawFrom::stock || discard_count_ == 0) return false;
  const bool playable = tableau(turn_).may_play(top_discard());
  if (rules().draw == DrawFrom::either_must_play) return playable;
  // A card that may not be played must leave another one to discard.
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

void LayoutGame::play_for_mob(EventLog& events) {
  const auto card = draw_past_aces(SeatSet::all(), events);
  if (card.is_hidden()) return;
  tableau(turn_).play_freely(card);
  tell(events, Verb::play, turn_, card);
  after_play();
}

Card LayoutGame::draw_card(SeatSet sees, EventLog& events) {
  const auto card = stock_[stock_used_++];
  tell(events, Verb::draw, turn_, card, sees);
  return card;
}

/// Draws, and draws again for each ace; the ace at the limit is not replaced, and there is no card then.
Card LayoutGame::draw_past_aces(SeatSet sees, EventLog& events) {
  while (true) {
    const auto card = draw_card(sees, events);
    if (!card.is_ace()) return card;
    show_ace(card, events);
    if (aces_shown_ == rules().ace_limit) return {};
  }
}

void LayoutGame::show_ace(Card ace, EventLog& events) {
  tell(events, Verb::ace, turn_, ace);
  ++aces_shown_;
  if (aces_shown_ == rules().ace_limit && rules().last_ace == LastAce::ends_hand) step_ = Step::end_hand;
}

// Decisions

void LayoutGame::apply_draw_choice(const Action& action, EventLog& events) {
  tell_decision(events, turn_, action);
  if (action.verb() == Verb::stock) return draw_for_turn(events);
  ++takes_in_a_row_;
  --discard_count_;
  taken_ = action.card();
  hand(turn_).add(taken_);
  step_ = Step::choose_card;
}

void LayoutGame::apply_card_choice(const Action& action, EventLog& events) {
  tell_decision(events, turn_, action);
  const auto card = action.card();
  hand(turn_).remove(card);
  if (drawing_) acted_while_drawing_.add(turn_);
  if (action.verb() == Verb::discard) {
    discards_[discard_count_++] = card;
    return end_turn();
  }
  if (drawing_) played_while_drawing_.add(turn_);
  if (rules().high_low) {
    tableau(turn_).play_high_low(card);
  } else {
    tableau(turn_).play_down(card);
  }
  after_play();
}

void LayoutGame::apply_tyrant_choice(const Choices& choices, EventLog& events) {
  for (const auto seat : wanted()) {
    tell_decision(events, seat, choices[seat]);
    if (choices[seat].verb() == Verb::call) tyrant_called_ = true;
  }
  if (tyrant_called_) {
    step_ = Step::end_hand;
  } else {
    end_turn();
  }
}

void LayoutGame::after_play() {
  if (rules().tyrant && has_tyrant()) {
    step_ = Step::choose_tyrant;
  } else {
    end_turn();
  }
}

bool LayoutGame::has_tyrant() const {
  const auto tableaux = std::span{tableaux_}.first(static_cast<std::size_t>(seats()));
  return conqueror_of_all(tableaux, rules().suit_tie) != no_seat;
}

FaceSet LayoutGame::plays() const {
  const auto may_play = hand(turn_).faces() & tableau(turn_).playable();
  const bool must_play_taken = !taken_.is_hidden() && rules().draw == DrawFrom::either_must_play;
  return must_play_taken ? may_play & face(taken_) : may_play;
}

FaceSet LayoutGame::discards() const {
  if (taken_.is_hidden()) return hand(turn_).faces();
  if (rules().draw == DrawFrom::either_must_play) return 0;
  // Not the card just taken; another of its face, from the second pack, is another card.
  return (hand(turn_).faces() & ~face(taken_)) | (hand(turn_).pairs() & face(taken_));
}

Rules layout_rules(const std::string& game, const LayoutRules& rules, OptionValues options) {
  auto dealer =
      [setting = std::make_shared<const LayoutSetting>(rules)](DealPointer deal) -> std::unique_ptr<Game> {
    return std::make_unique<LayoutGame>(setting, std::move(deal));
  };
  return {game, rules.players, rules.seats(), std::move(options), std::move(dealer)};
}

}  // namespace tribunal
