#include "games/layout/layout.hpp"

#include <cassert>
#include <iterator>

namespace tribunal {
namespace {

constexpr Action pay_for_turn{verbs::pay, {1}};

/// The cards in the order of play, which follows from the direction.
std::vector<Card> cards_in_order(const Meld& meld, Suit suit) {
  std::vector<Card> cards;
  for (int rank = 0; rank < meld_ranks; ++rank) {
    if ((meld.ranks >> rank & 1U) != 0) cards.emplace_back(static_cast<Rank>(rank + 2), suit);
  }
  if (!meld.ascending) std::ranges::reverse(cards);
  return cards;
}

}  // namespace

void LayoutGame::begin(EventLog& events) {
  step_ = Step::begin_hand;
  go_on(events);
}

SeatSet LayoutGame::wanted() const {
  switch (step_) {
    case Step::choose_draw:
    case Step::choose_card:
    case Step::choose_to_stay:
    case Step::choose_to_double:
      return SeatSet::only(turn_);
    case Step::choose_tyrant:
    case Step::choose_together:
      return players_in();
    case Step::choose_bet:
      return SeatSet::only(betting_.turn());
    case Step::choose_to_accept:
      return SeatSet::only(opponent());
    case Step::choose_to_return:
      return returning_;
    default:
      return {};
  }
}

void LayoutGame::legal_actions(Seat seat, ActionList& actions) const {
  assert(wanted().has(seat));
  actions.clear();
  if (step_ == Step::choose_card || step_ == Step::choose_together) {
    append_each(actions, verbs::play, plays(seat));
    append_each(actions, verbs::discard, discards(seat));
    if (rules().session == SessionKind::hustler) actions.emplace_back(verbs::fold);
    return;
  }
  switch (step_) {
    case Step::choose_draw:
      actions.emplace_back(verbs::stock);
      actions.emplace_back(verbs::take, top_discard());
      return;
    case Step::choose_tyrant:
      actions.emplace_back(verbs::call);
      actions.emplace_back(verbs::pass);
      return;
    case Step::choose_to_stay:
      actions.push_back(pay_for_turn);
      actions.emplace_back(verbs::fold);
      return;
    case Step::choose_to_return:
      actions.emplace_back(verbs::check);
      actions.emplace_back(verbs::fold);
      return;
    case Step::choose_bet:
      return betting_.legal_actions(actions);
    case Step::choose_to_double:
      actions.push_back(double_cube());
      actions.emplace_back(verbs::pass);
      return;
    case Step::choose_to_accept:
      actions.emplace_back(verbs::accept);
      actions.emplace_back(verbs::drop);
      return;
    default:
      return;
  }
}

/// The default action spends no chips and raises no stakes.
Action LayoutGame::default_action(Seat seat) const {
  assert(wanted().has(seat));
  switch (step_) {
    case Step::choose_draw:
      return Action{verbs::stock};
    case Step::choose_to_return:
      return Action{verbs::check};
    case Step::choose_to_stay:
      return Action{verbs::fold};
    case Step::choose_bet:
      return betting_.default_action();
    case Step::choose_to_accept:
      return Action{verbs::drop};
    case Step::choose_card:
    case Step::choose_together:
      return default_card(seat);
    default:
      return Action{verbs::pass};
  }
}

Action LayoutGame::default_card(Seat seat) const {
  const auto may_discard = discards(seat);
  if (may_discard != 0) return {verbs::discard, lowest_card(may_discard)};
  return {verbs::play, lowest_card(plays(seat))};
}

void LayoutGame::apply(const Choices& choices, EventLog& events) {
  if (step_ != Step::choose_tyrant) has_news_ = true;
  if (step_ == Step::choose_card) {  // by far the most frequent case
    apply_card_choice(choices[turn_], events);
    return go_on(events);
  }
  switch (step_) {
    case Step::choose_draw:
      apply_draw_choice(choices[turn_], events);
      break;
    case Step::choose_tyrant:
      apply_tyrant_choice(choices, events);
      break;
    case Step::choose_to_return:
      apply_return_choices(choices, events);
      break;
    case Step::choose_to_stay:
      apply_stay_choice(choices[turn_], events);
      break;
    case Step::choose_bet:
      apply_bet(choices[betting_.turn()], events);
      break;
    case Step::choose_together:
      apply_cards_together(choices, events);
      break;
    case Step::choose_to_double:
      apply_double_choice(choices[turn_], events);
      break;
    case Step::choose_to_accept:
      apply_accept_choice(choices[opponent()], events);
      break;
    default:
      return;
  }
  go_on(events);
}

Outcome LayoutGame::outcome() const {
  Outcome outcome{.seats = seats(), .scores = rules().has_pot() ? pot_.won() : totals_};
  place_by_score(outcome, rules().ranked_seats());
  return outcome;
}

/// A copy ends its hand, so that cube, chips and penalties count as they do in `end_hand`.
ScoresNow LayoutGame::scores_now() const {
  if (step_ == Step::over || step_ == Step::choose_to_return) return {.scores = outcome().scores};
  const auto tableaux = std::span{tableaux_}.first(static_cast<std::size_t>(seats()));
  LayoutGame ended{*this};
  auto muted = EventLog::muted();
  ended.end_hand(muted);
  return {.scores = ended.outcome().scores, .suits = score_hand(rules(), tableaux, {}).worths};
}

std::vector<Reason> LayoutGame::reasons(std::span<const Event> events) const {
  std::vector<Reason> reasons;
  auto played = tableaux_;
  const auto tableaux = std::span{played}.first(static_cast<std::size_t>(seats()));
  for (std::size_t i = 0; i < events.size() && events[i].verb != verbs::hand; ++i) {
    if (events[i].verb != verbs::play) continue;
    const auto card = Card::from_index(static_cast<std::uint8_t>(events[i].arguments[0]));
    const auto seat = events[i].seat;
    const auto before = conqueror_of(card.suit(), tableaux, rules().suit_tie);
    if (seat == mob()) {
      tableaux[index_of(seat)].play_freely(card);
    } else if (rules().high_low) {
      tableaux[index_of(seat)].play_high_low(card);
    } else {
      tableaux[index_of(seat)].play_down(card);
    }
    const auto after = conqueror_of(card.suit(), tableaux, rules().suit_tie);
    if (before == after || before == no_seat) continue;
    const auto meld_of = [&](Seat of) { return tableaux[index_of(of)].meld(card.suit()); };
    const std::string suit{arguments::suit_names.at(static_cast<std::size_t>(card.suit()))};
    reasons.push_back({i, after == no_seat ? "equal columns: nobody wins " + suit + " now"
                                           : "takes " + suit + " from seat " + std::to_string(before) + ", " +
                                                 conquest_reason(meld_of(after), meld_of(before), card.suit(),
                                                                 rules().suit_tie)});
  }
  return reasons;
}

void LayoutGame::go_on(EventLog& events) {
  while (true) {
    if (rules().tyrant == Tyrant::any && asks_about_tyrant()) {
      after_tyrant_ = std::exchange(step_, Step::choose_tyrant);
      return;
    }
    switch (step_) {
      case Step::begin_hand:
        begin_hand(events);
        break;
      case Step::begin_deal:
        begin_deal(events);
        break;
      case Step::begin_turn:
        begin_turn(events);
        break;
      case Step::begin_draw:
        begin_player_turn(events);
        break;
      case Step::begin_mobs_play:
        play_for_mob(events);
        break;
      case Step::end_hand:
        end_hand(events);
        break;
      case Step::begin_betting:
        begin_betting();
        break;
      default:
        return;
    }
  }
}

// Decisions

void LayoutGame::apply_draw_choice(const Action& action, EventLog& events) {
  tell_decision(events, turn_, action);
  if (action.verb() == verbs::stock) return draw_for_turn(events);
  ++takes_in_a_row_;
  --discard_count_;
  taken_ = action.card();
  hand(turn_).add(taken_);
  shown_[index_of(turn_)].add(taken_);
  step_ = Step::choose_card;
}

void LayoutGame::apply_card_choice(const Action& action, EventLog& events) {
  tell_decision(events, turn_, action);
  if (action.verb() == verbs::fold) {
    static_cast<void>(fold(turn_, events));  // with two players only
    return;
  }
  if (drawing_) acted_while_drawing_.add(turn_);
  lay_down(turn_, action);
  if (action.verb() == verbs::discard) return end_turn();
  if (drawing_) played_while_drawing_.add(turn_);
  after_play();
}

void LayoutGame::apply_tyrant_choice(const Choices& choices, EventLog& events) {
  for (const auto seat : wanted()) {
    tell_decision(events, seat, choices[seat]);
    if (choices[seat].verb() == verbs::call) tyrant_called_ = true;
  }
  has_news_ = false;
  if (tyrant_called_) {
    step_ = Step::end_hand;
  } else if (rules().tyrant == Tyrant::any) {
    step_ = after_tyrant_;
  } else {
    end_turn();
  }
}

void LayoutGame::after_play() {
  if (rules().tyrant == Tyrant::after_play && has_tyrant()) {
    step_ = Step::choose_tyrant;
  } else {
    end_turn();
  }
}

bool LayoutGame::has_tyrant() const {
  const auto tableaux = std::span{tableaux_}.first(static_cast<std::size_t>(seats()));
  return conqueror_of_all(tableaux, rules().suit_tie) != no_seat;
}

/// Under `Tyrant::any` the players are asked after every decision and every draw, before the game continues.
/// A double is answered first.
bool LayoutGame::asks_about_tyrant() const {
  const bool is_playing = step_ != Step::end_hand && step_ != Step::begin_hand && step_ != Step::over;
  return has_news_ && is_playing && step_ != Step::choose_to_accept && has_tyrant();
}

FaceSet LayoutGame::plays(Seat seat) const {
  const auto may_play = hand(seat).faces() & tableau(seat).playable();
  const bool must_play_taken = !taken_.is_hidden() && rules().draw == DrawFrom::either_must_play;
  return must_play_taken ? may_play & face(taken_) : may_play;
}

FaceSet LayoutGame::discards(Seat seat) const {
  if (taken_.is_hidden()) return hand(seat).faces();
  if (rules().draw == DrawFrom::either_must_play) return 0;
  // All cards except the one just taken; an equal card of the second pack is allowed.
  return (hand(seat).faces() & ~face(taken_)) | (hand(seat).pairs() & face(taken_));
}

Rules layout_rules(const std::string& game, const LayoutRules& rules, OptionValues options) {
  auto dealer =
      [setting = std::make_shared<const LayoutSetting>(rules)](DealPointer deal) -> std::unique_ptr<Game> {
    return std::make_unique<LayoutGame>(setting, std::move(deal));
  };
  return {game,
          rules.players,
          rules.seats(),
          std::move(options),
          score_bounds(rules),
          std::move(dealer),
          rules.ranked_seats()};
}

SeatPosition LayoutGame::seat_position(Seat seat) const {
  SeatPosition position;
  position.hand = listed(hand(seat));
  for (std::size_t suit = 0; suit < suit_count; ++suit) {
    position.melds[suit] =
        cards_in_order(tableau(seat).meld(static_cast<Suit>(suit)), static_cast<Suit>(suit));
  }
  position.score = totals_[index_of(seat)];
  position.chips = pot_.won(seat);
  position.out = !in_.has(seat);
  return position;
}

Position LayoutGame::position() const {
  Position position{.hand_number = hand_number_, .dealer = dealer_};
  const auto stock = std::span{stock_}.first(setting_->pack.size());
  std::ranges::copy(stock.subspan(stock_used_), std::back_inserter(position.stock));
  std::ranges::copy(std::span{discards_}.first(discard_count_), std::back_inserter(position.discards));
  for (const auto seat : SeatSet::first(seats())) position.seats.push_back(seat_position(seat));
  // The rest of the dealt and drawn cards are aces put aside, or belong to seats that have folded.
  std::vector<Card> rest(stock.begin(), stock.begin() + stock_used_);
  take_out(rest, position.discards);
  for (const auto& seat : position.seats) {
    take_out(rest, seat.hand);
    for (const auto& meld : seat.melds) take_out(rest, meld);
  }
  std::ranges::partition_copy(rest, std::back_inserter(position.aces), std::back_inserter(position.folded),
                              &Card::is_ace);
  position.aces_left = std::max(0, rules().ace_limit - aces_shown_);
  position.pot = pot_.chips();
  const auto tableaux = std::span{tableaux_}.first(static_cast<std::size_t>(seats()));
  for (std::size_t suit = 0; suit < suit_count; ++suit) {
    position.winners[suit] = conqueror_of(static_cast<Suit>(suit), tableaux, rules().suit_tie);
  }
  return position;
}

}  // namespace tribunal
