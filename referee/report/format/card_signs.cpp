#include "report/format/card_signs.hpp"

#include <array>
#include <string_view>

namespace tribunal {
namespace {

constexpr std::array<std::string_view, suit_count> signs{"\u2663", "\u2666", "\u2665", "\u2660"};

std::string in_colour_of(Suit suit, std::string_view text) {
  const bool red = suit == Suit::diamonds || suit == Suit::hearts;
  return red ? "\x1b[31m" + std::string{text} + "\x1b[0m" : std::string{text};
}

}  // namespace

std::string shown_card(Card card, CardStyle style) {
  auto text = card.text();
  if (style == CardStyle::letters || !has_suit(card)) return text;
  return in_colour_of(card.suit(),
                      text.substr(0, 1) + std::string{signs.at(static_cast<std::size_t>(card.suit()))});
}

std::string shown_cards(std::span<const Card> cards, CardStyle style) {
  std::string text;
  for (const auto card : cards) text += (text.empty() ? "" : " ") + shown_card(card, style);
  return text;
}

std::string shown_meld(std::span<const Card> cards, CardStyle style) {
  const auto first = cards.front();
  std::string text = style == CardStyle::letters
                         ? first.text().substr(1)
                         : std::string{signs.at(static_cast<std::size_t>(first.suit()))};
  for (const auto card : cards) text += " " + card.text().substr(0, 1);
  return style == CardStyle::letters ? text : in_colour_of(first.suit(), text);
}

}  // namespace tribunal
