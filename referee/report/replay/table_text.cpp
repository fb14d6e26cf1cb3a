#include "report/replay/table_text.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "base/text/text_width.hpp"

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
  return "seat " + std::to_string(seat) + " " + (index < names_.size() ? names_[index] : "the referee's");
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

}  // namespace tribunal
