#include "cards/card.hpp"

namespace tribunal {
namespace {

constexpr std::string_view rank_letters = "23456789TJQKA";
constexpr std::string_view suit_letters = "cdhs";

}  // namespace

std::optional<Card> Card::parse(std::string_view text) {
  if (text == "??") return Card{};
  if (text == "Jo") return Card::joker();
  if (text.size() != 2) return std::nullopt;
  const auto rank = rank_letters.find(text[0]);
  const auto suit = suit_letters.find(text[1]);
  if (rank == std::string_view::npos || suit == std::string_view::npos) return std::nullopt;
  return Card{static_cast<Rank>(rank + 2), static_cast<Suit>(suit)};
}

void Card::append_to(std::string& text) const {
  if (is_hidden()) {
    text += "??";
  } else if (is_joker()) {
    text += "Jo";
  } else {
    text += rank_letters[index_ % 13U];
    text += suit_letters[index_ / 13U];
  }
}

std::string Card::text() const {
  std::string text;
  append_to(text);
  return text;
}

}  // namespace tribunal
