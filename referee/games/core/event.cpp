#include "games/core/event.hpp"

namespace tribunal {

Event Event::decision(Seat seat, const Action& action, SeatSet sees) {
  Event event{.verb = action.verb(), .seat = seat, .sees = sees, .is_decision = true};
  for (const auto argument : action.arguments()) event.arguments[event.size++] = argument;
  return event;
}

Event Event::with_cards(Verb verb, Seat seat, std::span<const Card> cards, SeatSet sees) {
  Event event{.verb = verb, .seat = seat, .sees = sees};
  for (const auto card : cards) event.arguments.at(event.size++) = card.index();
  return event;
}

Event Event::with_numbers(Verb verb, Seat seat, std::initializer_list<std::int32_t> numbers) {
  Event event{.verb = verb, .seat = seat};
  for (const auto number : numbers) event.arguments.at(event.size++) = number;
  return event;
}

void Event::append_to(std::string& text, Seat viewer) const {
  text += verb->name;
  text += ' ';
  append_argument(text, arguments::seat, seat);
  const bool open = viewer == referee_view || sees.has(viewer);
  for (std::size_t i = 0; i < size; ++i) {
    const auto& kind = verb->kind_at(i);
    const bool hidden = kind.form == ArgumentForm::card && !open;
    text += ' ';
    append_argument(text, kind, hidden ? Card{}.index() : arguments[i]);
  }
}

std::string Event::text(Seat viewer) const {
  std::string text;
  append_to(text, viewer);
  return text;
}

void Action::append_to(std::string& text) const {
  text += verb_->name;
  for (std::size_t i = 0; i < size_; ++i) {
    text += i == 0 ? ':' : ',';
    append_argument(text, verb_->kind_at(i), arguments_[i]);
  }
}

std::string Action::text() const {
  std::string text;
  append_to(text);
  return text;
}

}  // namespace tribunal
