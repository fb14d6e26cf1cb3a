#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include "cards/card.hpp"
#include "games/core/action.hpp"
#include "games/core/seat.hpp"
#include "games/core/verbs.hpp"

namespace tribunal {

/// The viewer of the referee's own transcript, which shows every card.
inline constexpr Seat referee_view = no_seat;

/// An event at the table: `VERB SEAT ARGUMENTS`. Seats outside `sees` get the event with `??` for its cards
/// or, if it is `unnoticed`, not at all.
struct Event {
  static constexpr std::size_t max_arguments = 16;

  Verb verb = verbs::hand;
  Seat seat = 0;
  SeatSet sees = SeatSet::all();
  std::uint8_t size = 0;
  /// Whether it is the seat's own decision, an echo of its action with the same verb and arguments.
  bool is_decision = false;
  /// Whether only the seats in `sees` receive it, because the fact that a seat was asked can reveal part of a
  /// hand.
  bool unnoticed = false;
  std::array<std::int32_t, max_arguments> arguments{};

  /// The echo of `action`, visible to `sees`.
  [[nodiscard]] static Event decision(Seat seat, const Action& action, SeatSet sees = SeatSet::all());
  [[nodiscard]] static Event with_cards(Verb verb, Seat seat, std::span<const Card> cards,
                                        SeatSet sees = SeatSet::all());
  [[nodiscard]] static Event with_numbers(Verb verb, Seat seat, std::initializer_list<std::int32_t> numbers);

  /// True if `viewer` (a seat or `referee_view`) gets the event, with or without its cards.
  [[nodiscard]] bool is_told_to(Seat viewer) const {
    return !unnoticed || viewer == referee_view || sees.has(viewer);
  }
  /// Appends the line without its newline, as `viewer` (a seat or `referee_view`) may see it.
  void append_to(std::string& text, Seat viewer) const;
  [[nodiscard]] std::string text(Seat viewer = referee_view) const;
};

/// The log of a game's events. A muted log drops all events, for search.
class EventLog {
 public:
  [[nodiscard]] static EventLog muted() {
    EventLog log;
    log.muted_ = true;
    return log;
  }

  void add(const Event& event) {
    if (!muted_) events_.push_back(event);
  }
  [[nodiscard]] bool is_muted() const { return muted_; }
  [[nodiscard]] std::span<const Event> events() const { return events_; }
  /// Removes the events and keeps the memory.
  void clear() { events_.clear(); }

 private:
  std::vector<Event> events_;
  bool muted_ = false;
};

}  // namespace tribunal
