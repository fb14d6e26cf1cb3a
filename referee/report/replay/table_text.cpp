#include "report/replay/table_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <ranges>
#include <utility>

#include "base/text/text_width.hpp"
#include "games/vocabulary.hpp"

namespace tribunal {
namespace {

/// The spaces that extend `width` to `whole`.
std::string spaces(std::size_t width, std::size_t whole) {
  return std::string(width < whole ? whole - width : 0, ' ');
}

/// The width in columns of this number of cards on a terminal: two each, and one between them.
std::size_t card_columns(std::size_t cards) { return cards == 0 ? 0 : 3 * cards - 1; }

/// A text with its name: `, name text`. Empty if there is no text.
std::string labelled(std::string_view gap, std::string_view name, const std::string& text) {
  return text.empty() ? text : std::string{gap} + std::string{name} + ' ' + text;
}

std::vector<Card> cards_of(const bot::Cards& seen) {
  std::vector<Card> cards;
  for (const auto card : seen) cards.push_back(Card::parse(card.text()).value_or(Card{}));
  return cards;
}

/// The hand by suit, the highest card of each suit first.
std::vector<Card> hand_of(const bot::Seat& seat) {
  auto hand = seat.hand;
  std::ranges::sort(hand, {}, [](bot::Card card) { return std::pair{card.suit, -card.rank}; });
  return cards_of(hand);
}

}  // namespace

void TableText::begin(const bot::View& view) {
  has_stock_ = view.stock_size > 0;
  has_piles_ = view.mine().pile > 0;
  has_pot_ = false;
  trick_.clear();
  aside_.clear();
}

/// Follows a change. A trick that is put aside is shown in the order of its seats, whichever seat led it.
void TableText::follow(const bot::View& view) {
  has_pot_ = has_pot_ || view.pot != 0;
  if (view.aside.empty()) aside_.clear();
  if (view.aside.size() > aside_.size()) {
    std::ranges::stable_sort(trick_, {}, &bot::Play::seat);
    std::ranges::transform(trick_, std::back_inserter(aside_), &bot::Play::card);
  }
  trick_ = view.trick;
}

std::string TableText::who(Seat seat) const {
  const auto index = index_of(seat);
  return "seat " + std::to_string(seat) + " " + (index < names_.size() ? names_[index] : "the referee");
}

std::string TableText::text(const bot::View& view, std::optional<Seat> next) const {
  std::string text;
  if (const auto middle = middle_of(view); !middle.empty()) text += "  " + middle + '\n';
  std::size_t names = 0;
  std::size_t cards = 0;
  const auto seats = static_cast<Seat>(view.seats.size());
  for (Seat seat = 0; seat < seats; ++seat) {
    names = std::max(names, columns_of(who(seat)));
    cards = std::max(cards, view.seat(seat).hand.size());
  }
  for (Seat number = 0; number < seats; ++number) {
    const auto& seat = view.seat(number);
    const auto score = std::to_string(seat.score);
    text += number == next ? "  > " : "    ";
    text += padded(who(number), names) + spaces(score.size(), 6) + score;
    text += "  hand " + shown_cards(hand_of(seat), style_);
    const auto more = more_of(view, number);
    if (!more.empty()) text += spaces(card_columns(seat.hand.size()), card_columns(cards)) + more;
    text += '\n';
  }
  return text;
}

std::string TableText::middle_of(const bot::View& view) const {
  const bool melds = view.played_to == bot::PlayedTo::melds;
  std::string text;
  if (has_stock_) {
    text += ", stock " + std::to_string(view.stock_size);
    text += (melds ? ", discards " : ", pile ") + std::to_string(view.discards.size());
    if (!view.discards.empty()) text += " (top " + shown({view.discards.back()}) + ")";
  }
  if (melds) text += ", aces " + std::to_string(view.aces_shown());
  text += labelled(", ", "turned up", shown(view.turned));
  text += labelled(", ", "aside", shown(aside_));
  if (has_pot_) text += ", pot " + std::to_string(view.pot);
  return text.empty() ? text : text.substr(2);
}

/// The cards and figures of a seat besides its hand.
std::string TableText::more_of(const bot::View& view, Seat number) const {
  const auto& seat = view.seat(number);
  std::string text = view.played_to == bot::PlayedTo::melds ? "  melds" : "";
  for (const auto& meld : seat.melds) {
    if (!meld.empty()) text += "  " + shown_meld(cards_of(meld), style_);
  }
  if (has_piles_) text += "  pile " + std::to_string(seat.pile);
  bot::Cards in_trick;
  for (const auto& play : view.trick) {
    if (play.seat == number) in_trick.push_back(play.card);
  }
  text += labelled("  ", "plays", shown(in_trick));
  text += labelled("  ", "open", shown(seat.open));
  text += labelled("  ", "bid", seat.bid);
  if (!seat.taken.empty()) text += "  captured " + std::to_string(seat.taken.size());
  if (has_pot_) text += "  chips " + std::to_string(seat.chips);
  return seat.out ? text + "  out" : text;
}

std::string TableText::shown(const bot::Cards& cards) const { return shown_cards(cards_of(cards), style_); }

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
