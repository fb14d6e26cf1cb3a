#include "observation.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <string_view>

#include "games/anarchy/rules.hpp"

namespace tribunal {

namespace {

constexpr std::size_t faces = 53;  // the joker comes last
constexpr std::array<std::string_view, 6> places{"hand", "discards", "turned", "aside", "aces", "captured"};
constexpr std::array<std::string_view, 3> places_of_seats{"open", "meld", "trick"};
constexpr std::array<std::string_view, 8> numbers_of_seats{
    "cards in hand", "cards in pile", "score", "chips", "out", "dealer", "suits won", "place in trick"};
constexpr std::array<std::string_view, 6> numbers_of_table{"hand number",  "discards",  "stock",
                                                           "unseen cards", "aces left", "pot"};

/// Writes either the names or the numbers of an observation.
class Writer {
 public:
  explicit Writer(std::vector<float>& values) : values_{values} {}

  void cards(std::span<const Card> cards) {
    const auto first = values_.size();
    values_.resize(first + faces);
    for (const auto card : cards) {
      if (!card.is_hidden()) values_[first + card.index()] += 1;
    }
  }
  void number(double value) { values_.push_back(static_cast<float>(value)); }

 private:
  std::vector<float>& values_;
};

std::vector<Card> cards_of_trick(const Position& position, Seat seat) {
  std::vector<Card> cards;
  for (const auto& [player, card] : position.trick) {
    if (player == seat) cards.push_back(card);
  }
  return cards;
}

int place_in_trick(const Position& position, Seat seat) {
  const auto found = std::ranges::find(position.trick, seat, &CardOfTrick::seat);
  return found == position.trick.end() ? 0 : static_cast<int>(found - position.trick.begin()) + 1;
}

void write_cards_of_seat(Writer& writer, const Position& position, Seat seat) {
  const auto& at = position.seats[index_of(seat)];
  writer.cards(at.open);
  std::vector<Card> melds;
  for (const auto& meld : at.melds) melds.insert(melds.end(), meld.begin(), meld.end());
  writer.cards(melds);
  writer.cards(cards_of_trick(position, seat));
}

void write_numbers_of_seat(Writer& writer, const Position& position, Seat seat) {
  const auto& at = position.seats[index_of(seat)];
  writer.number(static_cast<double>(at.hand.size()));
  writer.number(static_cast<double>(at.pile.size()));
  writer.number(at.score);
  writer.number(at.chips);
  writer.number(at.out ? 1 : 0);
  writer.number(position.dealer == seat ? 1 : 0);
  writer.number(static_cast<double>(std::ranges::count(position.winners, seat)));
  writer.number(place_in_trick(position, seat));
  for (const auto count : at.captured.suits) writer.number(count);
  for (const auto count : at.captured.ranks) writer.number(count);
  for (const auto bid : bid_names) writer.number(at.bid == bid ? 1 : 0);
}

void append_cards(std::vector<std::string>& names, const std::string& place) {
  for (std::size_t face = 0; face < faces; ++face) {
    names.push_back(place + " " + Card::from_index(static_cast<std::uint8_t>(face)).text());
  }
}

void append_numbers(std::vector<std::string>& names, const std::string& seat) {
  for (const auto number : numbers_of_seats) names.push_back(std::string{number} + " " + seat);
  for (const auto suit : arguments::suit_names) names.push_back("captured " + std::string{suit} + " " + seat);
  for (const auto rank : {"2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"}) {
    names.push_back("captured " + std::string{rank} + " " + seat);
  }
  for (const auto bid : bid_names) names.push_back("bid " + std::string{bid} + " " + seat);
}

int seats_of_position(const Rules& rules) {
  const auto game = rules.deal(std::make_shared<FastDeal>(0));
  EventLog muted = EventLog::muted();
  game->begin(muted);
  return static_cast<int>(game->position().seats.size());
}

bool are_discards_open(const Rules& rules) {
  return std::ranges::none_of(rules.options(), [](const auto& option) {
    return option.first == "session" && to_text(option.second) == "stud";
  });
}

}  // namespace

std::vector<std::string> observation_names(const Rules& rules) {
  std::vector<std::string> names;
  const auto seats = seats_of_position(rules);
  for (const auto place : places) append_cards(names, std::string{place});
  for (int seat = 0; seat < seats; ++seat) {
    for (const auto place : places_of_seats)
      append_cards(names, std::string{place} + " " + std::to_string(seat));
  }
  for (int seat = 0; seat < seats; ++seat) append_numbers(names, std::to_string(seat));
  names.insert(names.end(), numbers_of_table.begin(), numbers_of_table.end());
  return names;
}

std::vector<float> observe(const Rules& rules, const Position& position, Seat viewer) {
  const int seats = rules.seats();
  std::vector<float> values;
  Writer writer{values};
  writer.cards(position.seats[index_of(viewer)].hand);
  writer.cards(are_discards_open(rules) ? position.discards : std::vector<Card>{});
  for (const auto* cards : {&position.turned, &position.aside, &position.aces, &position.captured}) {
    writer.cards(*cards);
  }
  std::vector<Seat> order;
  for (int i = 0; i < seats; ++i) order.push_back(static_cast<Seat>((viewer + i) % seats));
  for (auto seat = static_cast<std::size_t>(seats); seat < position.seats.size(); ++seat) {
    order.push_back(static_cast<Seat>(seat));
  }
  for (const auto seat : order) write_cards_of_seat(writer, position, seat);
  for (const auto seat : order) write_numbers_of_seat(writer, position, seat);
  writer.number(position.hand_number);
  writer.number(static_cast<double>(position.discards.size()));
  writer.number(static_cast<double>(position.stock.size()));
  writer.number(static_cast<double>(position.hidden.size()));
  writer.number(position.aces_left);
  writer.number(position.pot);
  return values;
}

}  // namespace tribunal
