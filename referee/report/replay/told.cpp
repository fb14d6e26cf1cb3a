#include "report/replay/told.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <ranges>
#include <string_view>
#include <vector>

#include "games/vocabulary.hpp"

namespace tribunal {
namespace {

using Words = std::span<const std::string_view>;

constexpr std::array<std::string_view, suit_count> signs{"\u2663", "\u2666", "\u2665", "\u2660"};

std::string in_colour_of(Suit suit, std::string_view text) {
  const bool red = suit == Suit::diamonds || suit == Suit::hearts;
  return red ? "\x1b[31m" + std::string{text} + "\x1b[0m" : std::string{text};
}

std::string shown_card(Card card, CardStyle style) {
  auto text = card.text();
  if (style == CardStyle::letters || card.is_joker() || card.is_hidden()) return text;
  return in_colour_of(card.suit(),
                      text.substr(0, 1) + std::string{signs.at(static_cast<std::size_t>(card.suit()))});
}

std::string shown_argument(Verb verb, Words arguments, std::size_t index, CardStyle style) {
  const auto word = arguments[index];
  if (verb->arguments.empty() || verb->kind_at(index).form != ArgumentForm::card) return std::string{word};
  return shown_card(Card::parse(word).value_or(Card{}), style);
}

int number_in(std::string_view word) {
  int number = 0;
  std::from_chars(word.data(), word.data() + word.size(), number);
  return number;
}

/// The word with this number in `no|yes|...`, or the last one.
std::string_view choice(std::string_view words, int number) {
  for (auto bar = words.find('|'); number > 0 && bar != words.npos; bar = words.find('|'), --number)
    words.remove_prefix(bar + 1);
  return words.substr(0, words.find('|'));
}

/// The text that replaces `{` field `}` (`VerbInfo::sentence`).
std::string filled(std::string_view field, Verb verb, Words arguments, CardStyle style) {
  const auto first = field == "*" ? std::size_t{0} : static_cast<std::size_t>(field.front() - '0');
  if (const auto colon = field.find(':'); colon != field.npos && first < arguments.size())
    return std::string{choice(field.substr(colon + 1), number_in(arguments[first]))};
  const auto end = field.ends_with('*') ? arguments.size() : std::min(first + 1, arguments.size());
  std::string text;
  for (std::size_t i = first; i < end; ++i)
    text += (text.empty() ? "" : " ") + shown_argument(verb, arguments, i, style);
  return text;
}

}  // namespace

std::string told(Verb verb, std::span<const std::string_view> arguments, const std::string& who,
                 CardStyle style) {
  auto text = who + ' ';
  auto words = verb->sentence;
  for (auto open = words.find('{'); open != words.npos; open = words.find('{')) {
    const auto close = words.find('}');
    text += words.substr(0, open);
    text += filled(words.substr(open + 1, close - open - 1), verb, arguments, style);
    words.remove_prefix(close + 1);
  }
  text += words;
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

std::string shown_action(std::string_view action, CardStyle style) {
  const auto colon = std::min(action.find(':'), action.size());
  std::string text{action.substr(0, colon)};
  if (colon == action.size()) return text;
  std::vector<std::string_view> words;
  for (const auto word : std::views::split(action.substr(colon + 1), ',')) words.emplace_back(word);
  const auto verb = find_verb(text);
  for (std::size_t i = 0; i < words.size(); ++i)
    text += ' ' + (verb ? shown_argument(*verb, words, i, style) : std::string{words[i]});
  return text;
}

std::string told(const Event& event, const std::string& who, CardStyle style) {
  const auto line = event.text();
  std::vector<std::string_view> words;
  for (const auto word : std::views::split(std::string_view{line}, ' ')) words.emplace_back(word);
  return told(event.verb, std::span{words}.subspan(2), who, style);
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
