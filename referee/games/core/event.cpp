#include "games/core/event.hpp"

#include <algorithm>
#include <charconv>

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
  const auto& words = info(verb);
  text += words.name;
  text += ' ';
  append_argument(text, ArgumentKind::seat, seat);
  const bool open = viewer == referee_view || sees.has(viewer);
  for (std::size_t i = 0; i < size; ++i) {
    const auto kind = i < words.arguments.size() ? words.arguments[i] : words.arguments.back();
    text += ' ';
    append_argument(text, kind, kind == ArgumentKind::card && !open ? Card{}.index() : arguments[i]);
  }
}

std::string Event::text(Seat viewer) const {
  std::string text;
  append_to(text, viewer);
  return text;
}

std::optional<std::pair<Seat, Action>> parse_decision(std::string_view line) {
  // `verb seat a b c` is the echo of `verb:a,b,c`.
  if (line.find_first_of(":,") != std::string_view::npos) return std::nullopt;
  const auto first = line.find(' ');
  if (first == std::string_view::npos) return std::nullopt;
  const auto second = line.find(' ', first + 1);
  const auto seat = parse_argument(ArgumentKind::seat, line.substr(first + 1, second - first - 1));
  if (!seat || *seat < 0 || *seat >= max_seats) return std::nullopt;
  std::string word{line.substr(0, first)};
  if (second != std::string_view::npos) {
    word += ':';
    word += line.substr(second + 1);
    std::ranges::replace(word, ' ', ',');
  }
  const auto action = Action::parse(word);
  if (!action) return std::nullopt;
  return std::pair{static_cast<Seat>(*seat), *action};
}

}  // namespace tribunal
