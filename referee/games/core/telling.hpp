#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>

#include "cards/card.hpp"
#include "games/core/action.hpp"
#include "games/core/event.hpp"

namespace tribunal {

// Functions with which an engine writes its log. With a muted log they do not build events, which makes
// search fast.

inline void tell(EventLog& events, Verb verb, Seat seat, std::span<const Card> cards,
                 SeatSet sees = SeatSet::all()) {
  if (!events.is_muted()) events.add(Event::with_cards(verb, seat, cards, sees));
}

inline void tell(EventLog& events, Verb verb, Seat seat, Card card, SeatSet sees = SeatSet::all()) {
  tell(events, verb, seat, std::span{&card, 1}, sees);
}

inline void tell(EventLog& events, Verb verb, Seat seat, std::initializer_list<std::int32_t> numbers) {
  if (!events.is_muted()) events.add(Event::with_numbers(verb, seat, numbers));
}

/// Logs an event without arguments.
inline void tell(EventLog& events, Verb verb, Seat seat) {
  if (!events.is_muted()) events.add(Event{.verb = verb, .seat = seat});
}

/// Logs the echo of a seat's decision.
inline void tell_decision(EventLog& events, Seat seat, const Action& action, SeatSet sees = SeatSet::all()) {
  if (!events.is_muted()) events.add(Event::decision(seat, action, sees));
}

/// Logs the referee's action for a seat without a bot, in the form of a decision.
inline void tell_unasked(EventLog& events, Seat seat, const Action& action, SeatSet sees) {
  if (events.is_muted()) return;
  auto event = Event::decision(seat, action, sees);
  event.is_decision = false;
  events.add(event);
}

/// Logs the echo of a decision, visible only to `seat`.
inline void tell_unnoticed(EventLog& events, Seat seat, const Action& action) {
  if (events.is_muted()) return;
  auto event = Event::decision(seat, action, SeatSet::only(seat));
  event.unnoticed = true;
  events.add(event);
}

}  // namespace tribunal
