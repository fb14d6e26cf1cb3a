#include "report/table_state.hpp"

#include <algorithm>

namespace tribunal {
namespace {

Card card_of(const Event& event, std::size_t i = 0) {
  return Card::from_index(static_cast<std::uint8_t>(event.arguments.at(i)));
}

// By suit, the highest of each first.
bool stands_before(Card left, Card right) {
  const auto suit = [](Card card) { return card.index() / 13; };
  return suit(left) != suit(right) ? suit(left) < suit(right) : left.index() > right.index();
}

bool has_suit(Card card) { return !card.is_joker() && !card.is_hidden(); }

void lay_down(TableState::Place& place, Card card) {
  if (has_suit(card)) place.melds.at(static_cast<std::size_t>(card.suit())).push_back(card);
}

}  // namespace

void TableState::apply(const Event& event) {
  if (event.seat < 0 || static_cast<std::size_t>(event.seat) >= places_.size()) return;
  auto& place = places_[static_cast<std::size_t>(event.seat)];
  switch (event.verb) {
    case Verb::hand:
      return begin_hand();
    case Verb::deal:
    case Verb::draw:
      for (std::size_t i = 0; i < event.size; ++i) give(place, card_of(event, i));
      stock_ -= event.size;
      return;
    case Verb::ace:
      take_from_hand(place, card_of(event));
      ++aces_;
      return;
    case Verb::take:
      if (!discards_.empty()) discards_.pop_back();
      return give(place, card_of(event));
    case Verb::play:
      return play(event.seat, card_of(event));
    case Verb::capture:
    case Verb::gather:
      for (std::size_t i = 0; i < event.size; ++i) take_from_trick(card_of(event, i));
      for (std::size_t i = 0; i < event.size; ++i) {
        if (event.verb == Verb::gather) {
          give(place, card_of(event, i));
        } else {
          lay_down(place, card_of(event, i));
        }
      }
      return;
    case Verb::give:
      for (std::size_t i = 1; i < event.size; ++i) {
        take_from_hand(place, card_of(event, i));
        const auto to = static_cast<std::size_t>(event.arguments[0]);
        if (to < places_.size()) give(places_[to], card_of(event, i));
      }
      return;
    case Verb::exchange:
      take_from_hand(place, card_of(event));
      return give(place, Card::joker());
    case Verb::discard:
      take_from_hand(place, card_of(event));
      discards_.push_back(card_of(event));
      return;
    case Verb::round:
      return begin_round();
    case Verb::trick:
      stock_ += event.arguments[0];
      return end_trick(false);
    case Verb::aside:
      return end_trick(true);
    case Verb::remove:
      return discards_.clear();
    case Verb::score:
      place.score = event.arguments[1];
      return;
    default:
      return;
  }
}

void TableState::begin_hand() {
  stock_ = pack_;
  aces_ = 0;
  discards_.clear();
  played_.clear();
  for (auto& place : places_) place = Place{.hand = {}, .melds = {}, .score = place.score};
}

void TableState::begin_round() {
  for (auto& place : places_) {
    stock_ += static_cast<int>(place.hand.size());
    place.hand.clear();
  }
}

void TableState::end_trick(bool set_aside) {
  if (!set_aside) discards_.clear();
  for (auto& place : places_) {
    for (auto& meld : place.melds) {
      if (set_aside) discards_.insert(discards_.end(), meld.begin(), meld.end());
      meld.clear();
    }
  }
}

void TableState::give(Place& place, Card card) {
  place.hand.insert(std::ranges::lower_bound(place.hand, card, stands_before), card);
}

void TableState::play(Seat seat, Card card) {
  auto& place = places_[static_cast<std::size_t>(seat)];
  take_from_hand(place, card);
  lay_down(place, card);
  played_.emplace_back(seat, card);
}

void TableState::take_from_trick(Card card) {
  const auto played = std::ranges::find(played_, card, &std::pair<Seat, Card>::second);
  if (played == played_.end() || !has_suit(card)) return;
  auto& meld =
      places_[static_cast<std::size_t>(played->first)].melds.at(static_cast<std::size_t>(card.suit()));
  meld.erase(std::ranges::find(meld, card));
  played_.erase(played);
}

void TableState::take_from_hand(Place& place, Card card) {
  const auto held = std::ranges::find(place.hand, card);
  if (held != place.hand.end()) place.hand.erase(held);
}

}  // namespace tribunal
