#include "report/replay/table_state.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "report/format/card_signs.hpp"

namespace tribunal {
namespace {

using Cards = std::vector<Card>;
using PlayedHow = TableShape::Played;

Card card_of(const Event& event, std::size_t i = 0) {
  return Card::from_index(static_cast<std::uint8_t>(event.arguments.at(i)));
}

// By suit, the highest of each first.
bool stands_before(Card left, Card right) {
  const auto suit = [](Card card) { return card.index() / 13; };
  return suit(left) != suit(right) ? suit(left) < suit(right) : left.index() > right.index();
}

bool take_out(Cards& cards, Card card) {
  const auto found = std::ranges::find(cards, card);
  if (found == cards.end()) return false;
  cards.erase(found);
  return true;
}

void add_to_hand(TableState::Place& place, Card card) {
  place.hand.insert(std::ranges::lower_bound(place.hand, card, stands_before), card);
}

/// A card that lies open belongs to the hand, too.
void take_from_hand(TableState::Place& place, Card card) {
  if (!take_out(place.open, card)) take_out(place.hand, card);
}

void keep_top(Cards& pile) {
  if (pile.size() > 1) pile.erase(pile.begin(), pile.end() - 1);
}

}  // namespace

TableShape shape_of(const Rules& rules) {
  const auto* const game = find_game(rules.game());
  if (game == nullptr) return {};
  return std::ranges::find(families(), game->family, &Family::name)->shape(rules);
}

TableState::TableState(int seats, TableShape shape)
    : shape_{shape}, stock_{shape.stock}, places_(static_cast<std::size_t>(seats)) {
  for (auto& place : places_) place.pile = shape.pile;
}

void TableState::apply(const Event& event) {
  if (event.seat >= 0 && index_of(event.seat) == places_.size()) places_.emplace_back();
  if (event.seat < 0 || index_of(event.seat) >= places_.size()) return;
  auto& place = place_of(event.seat);
  switch (event.verb->change) {
    case TableChange::begin_hand:
      return begin_hand();
    case TableChange::begin_round:
      return begin_round();
    case TableChange::hand_over:
      return hand_over(place, event);
    case TableChange::explode:
      return explode(place, event);
    case TableChange::win_trick:
    case TableChange::leave_trick:
    case TableChange::remove_aside:
      return end_trick(place, event);
    case TableChange::bid:
      place.bid.clear();
      return append_argument(place.bid, event.verb->arguments[0], event.arguments[0]);
    case TableChange::score:
      place.score = event.arguments[1];
      return;
    case TableChange::pay:
      return pay(place, event.arguments[0]);
    case TableChange::be_paid:
      return pay(place, -event.arguments[0]);
    case TableChange::chips:
      place.chips = event.arguments[1];
      return;
    case TableChange::reshuffle:
      stock_ = event.arguments[0];
      return keep_top(discards_);
    case TableChange::siege:
      return lay_siege();
    case TableChange::die:
      place.hand.clear();
      place.open.clear();
      place.out = true;
      return;
    case TableChange::leave:
      place.out = true;
      return;
    default:
      for (std::size_t i = 0; i < event.size; ++i) move_card(event, card_of(event, i));
  }
}

/// Of the verbs that name cards and nothing else.
void TableState::move_card(const Event& event, Card card) {
  auto& place = place_of(event.seat);
  switch (event.verb->change) {
    case TableChange::draw:
      if (stock_ > 0) {
        --stock_;
      } else if (place.pile > 0) {
        --place.pile;
      }
      return add_to_hand(place, card);
    case TableChange::put_aside:
      take_from_hand(place, card);
      ++aces_;
      return;
    case TableChange::take:
      if (!discards_.empty()) discards_.pop_back();
      return add_to_hand(place, card);
    case TableChange::play:
      return play(place, card);
    case TableChange::discard:
      take_from_hand(place, card);
      return discards_.push_back(card);
    case TableChange::turn_up:
      if (stock_ > 0) --stock_;
      return (shape_.played == PlayedHow::on_pile ? discards_ : turned_up_).push_back(card);
    case TableChange::exchange:
      return exchange(place, card);
    case TableChange::capture:
    case TableChange::gather:
      for (auto& other : places_) other.in_trick.clear();
      take_out(turned_up_, card);
      return event.verb->change == TableChange::gather ? add_to_hand(place, card)
                                                       : place.captured.push_back(card);
    case TableChange::lose_card:
      return take_from_hand(place, card);
    case TableChange::show:
      take_from_hand(place, card);
      return place.open.push_back(card);
    case TableChange::conceal:
      take_out(place.open, card);
      return add_to_hand(place, card);
    case TableChange::seize:
      stock_ = 0;
      return add_to_hand(place, card);
    default:
      return;
  }
}

void TableState::begin_hand() {
  stock_ = shape_.stock;
  aces_ = 0;
  discards_.clear();
  turned_up_.clear();
  for (auto& place : places_) {
    const auto before = std::exchange(place, {});
    place.score = before.score;
    place.chips = before.chips;
  }
}

void TableState::begin_round() {
  for (auto& place : places_) {
    place.pile += static_cast<int>(place.hand.size());
    place.hand.clear();
  }
}

void TableState::play(Place& place, Card card) {
  take_from_hand(place, card);
  if (shape_.played == PlayedHow::on_pile) return discards_.push_back(card);
  if (shape_.played == PlayedHow::in_tricks) return place.in_trick.push_back(card);
  if (has_suit(card)) place.melds.at(static_cast<std::size_t>(card.suit())).push_back(card);
}

void TableState::hand_over(Place& place, const Event& event) {
  const auto to = static_cast<std::size_t>(event.arguments[0]);
  for (std::size_t i = 1; i < event.size; ++i) {
    take_from_hand(place, card_of(event, i));
    if (to < places_.size()) add_to_hand(places_[to], card_of(event, i));
  }
}

/// The joker leaves the trick, and the odd card, if there is one, takes its place.
void TableState::explode(Place& place, const Event& event) {
  place.in_trick.clear();
  for (std::size_t i = 0; i < event.size; ++i) {
    take_out(turned_up_, card_of(event, i));
    place.in_trick.push_back(card_of(event, i));
  }
}

/// The card goes where the one lies that was turned up, and that into the hand.
void TableState::exchange(Place& place, Card card) {
  if (turned_up_.empty()) return;
  take_from_hand(place, card);
  add_to_hand(place, std::exchange(turned_up_.back(), card));
}

/// `trick`: the seat wins it; `aside`: nobody does; `remove`: what lies aside leaves the game.
void TableState::end_trick(Place& place, const Event& event) {
  if (event.verb->change == TableChange::win_trick) place.pile += event.arguments[0];
  for (auto& other : places_) {
    if (event.verb->change == TableChange::leave_trick)
      std::ranges::copy(other.in_trick, std::back_inserter(aside_));
    other.in_trick.clear();
  }
  if (event.verb->change != TableChange::leave_trick) aside_.clear();
}

void TableState::pay(Place& place, std::int32_t chips) {
  pot_ = pot_.value_or(0) + chips;
  place.chips -= chips;
}

/// The run leaves the pile, and all cards below its new top are seized.
void TableState::lay_siege() {
  constexpr std::size_t run = 13;
  discards_.resize(discards_.size() - std::min(run, discards_.size()), Card{});
  keep_top(discards_);
}

}  // namespace tribunal
