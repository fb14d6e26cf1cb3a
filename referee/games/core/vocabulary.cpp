#include "games/core/vocabulary.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>

#include "cards/card.hpp"
#include "games/core/bid.hpp"

namespace tribunal {
namespace {

using enum ArgumentKind;

constexpr std::array<ArgumentKind, 0> none{};
constexpr std::array one_card{card};
constexpr std::array one_bid{bid};
constexpr std::array seat_and_cards{seat, card};
constexpr std::array one_number{number};
constexpr std::array two_numbers{number, number};
constexpr std::array suit_and_points{suit, number};
constexpr std::array one_seat{seat};
constexpr std::array seat_and_number{seat, number};
constexpr std::array seat_and_card{seat, card};
constexpr std::array three_numbers{number, number, number};

constexpr std::array verbs{
    // Cards
    VerbInfo{Verb::hand, "hand", one_number, false, "the seat deals the hand of that number (from 1)"},
    VerbInfo{Verb::deal, "deal", one_card, true, "the seat is dealt these cards"},
    VerbInfo{Verb::draw, "draw", one_card, false, "the seat takes the top card of the stock into hand"},
    VerbInfo{Verb::ace, "ace", one_card, false, "the seat shows this ace of its hand and puts it aside"},
    VerbInfo{Verb::stock, "stock", none, false, "the seat chooses to draw from the stock"},
    VerbInfo{Verb::take, "take", one_card, false,
             "the seat takes the top card of the discard pile into hand"},
    VerbInfo{Verb::play, "play", one_card, true,
             "the seat plays the card of its hand, or several of one rank at once"},
    VerbInfo{Verb::discard, "discard", one_card, false,
             "the seat puts the card of its hand on the discard pile"},
    VerbInfo{Verb::call, "call", none, false, "the seat calls the tyrant, or meets the bet"},
    VerbInfo{Verb::pass, "pass", none, false, "the seat lets the chance go by"},
    VerbInfo{Verb::conquer, "conquer", suit_and_points, false,
             "the seat wins the suit, which is worth that much"},
    VerbInfo{Verb::score, "score", two_numbers, false,
             "the seat's points of this hand, then of the game so far"},
    VerbInfo{Verb::turn, "turn", one_card, false, "the seat turns up this card of the stock for all to see"},

    // Betting
    VerbInfo{Verb::ante, "ante", one_number, false, "the seat puts so many chips into the empty pot"},
    VerbInfo{Verb::pay, "pay", one_number, false, "the seat puts so many chips into the pot"},
    VerbInfo{Verb::win, "win", one_number, false, "the seat takes so many chips out of the pot"},
    VerbInfo{Verb::chips, "chips", two_numbers, false,
             "the chips that the seat has won or lost with this hand, then in the game so far"},
    VerbInfo{Verb::fold, "fold", none, false, "the seat gives up the hand and what it has paid into the pot"},
    VerbInfo{Verb::check, "check", none, false, "the seat stays in without a bet"},
    VerbInfo{Verb::bet, "bet", none, false, "the seat opens the betting with one chip"},
    VerbInfo{Verb::raise, "raise", none, false, "the seat meets the bet and raises it by one chip"},
    VerbInfo{Verb::doubles, "double", one_number, false,
             "the seat offers to play on for so many times the points"},
    VerbInfo{Verb::accept, "accept", none, false, "the seat accepts the double and owns the cube"},
    VerbInfo{Verb::drop, "drop", none, false, "the seat refuses the double and loses the hand"},

    // Tennis
    VerbInfo{Verb::round, "round", one_number, false,
             "the round of that number (from 1) begins, and the seat leads"},
    VerbInfo{Verb::trick, "trick", one_number, false, "the seat wins the trick, and so many cards with it"},
    VerbInfo{Verb::aside, "aside", one_number, false,
             "nobody wins the trick that the seat led; so many cards lie aside now"},
    VerbInfo{Verb::remove, "remove", one_number, false,
             "so many cards that lie aside leave the game; the seat led the last trick"},
    VerbInfo{Verb::place, "place", one_number, false, "the game is over for the seat, in that place"},

    // Anarchy
    VerbInfo{Verb::bid, "bid", one_bid, false, "the seat says what its takings will be scored for"},
    VerbInfo{Verb::give, "give", seat_and_cards, true, "the seat passes these cards to that seat"},
    VerbInfo{Verb::exchange, "exchange", one_card, false,
             "the seat takes the joker that was turned up into hand and puts this card in its place"},
    VerbInfo{Verb::bomb, "bomb", one_card, true,
             "the joker that the seat played is a bomb: ranks are reversed in this trick, and this card, if "
             "any, takes the joker's place"},
    VerbInfo{Verb::capture, "capture", one_card, true, "the seat captures these cards of the trick"},
    VerbInfo{Verb::gather, "gather", one_card, true, "the seat takes these cards of the trick into hand"},
    VerbInfo{Verb::bonus, "bonus", two_numbers, false,
             "the seat's points for suits of which it took no card, then for quartets"},

    // Chez
    VerbInfo{Verb::lay, "lay", one_card, true,
             "the seat puts these cards of its hand on the pile, with the betting man"},
    VerbInfo{Verb::castle, "castle", one_card, true, "the seat lays a castle: 7, 8, 9 and 10 of its hand"},
    VerbInfo{Verb::court, "court", one_card, true,
             "the seat lays a royal court: jack, queen and king of its hand"},
    VerbInfo{Verb::pair, "pair", one_card, true,
             "the seat plays a king and a queen together, the second card on the first"},
    VerbInfo{Verb::revolution, "revolution", one_card, true,
             "the seat begins a revolution with these cards, the last on top"},
    VerbInfo{Verb::extend, "extend", one_card, false,
             "the seat adds the next card of the run to a revolution, its own or another's"},
    VerbInfo{Verb::siege, "siege", none, false, "the seat makes its run from ace to king a siege"},
    VerbInfo{Verb::betting_man, "betting-man", none, false,
             "the seat plays the betting man: all jokers and the rest of its hand"},
    VerbInfo{Verb::nope, "nope", one_card, false,
             "the seat nopes the last effect, or the last nope, with this ace"},
    VerbInfo{Verb::swap, "swap", one_seat, false, "the seat chooses the other seat to swap cards with"},
    VerbInfo{Verb::offer, "offer", one_card, false,
             "the seat sets this card of its hand aside for the other seat"},
    VerbInfo{Verb::retry, "retry", none, false, "the seat gives back what it got and tries again"},
    VerbInfo{Verb::next, "next", seat_and_number, false,
             "the seat chooses who plays next, and then upwards (1) or downwards (0) by seats"},
    VerbInfo{Verb::burden, "burden", one_seat, false, "the seat chooses who shall pick up"},
    VerbInfo{Verb::raze, "raze", one_seat, false, "the seat chooses whose castle shall fall"},
    VerbInfo{Verb::favour, "favour", one_seat, false, "the seat chooses who shall get a card of its hand"},
    VerbInfo{Verb::roll, "roll", three_numbers, false,
             "the seat rolls so many dice of so many sides, and so much in all"},
    VerbInfo{Verb::extra, "extra", one_number, false, "the seat has so many extra actions now"},
    VerbInfo{Verb::direction, "direction", one_number, false,
             "the seat makes play go upwards (1) or downwards (0) by seats"},
    VerbInfo{Verb::deliver, "deliver", seat_and_card, false,
             "the seat's card goes into the hand of the other seat"},
    VerbInfo{Verb::reshuffle, "reshuffle", one_number, false,
             "the seat needs a card: the discards are shuffled into a new stock of so many cards"},
    VerbInfo{Verb::reveal, "reveal", one_card, true, "the seat turns these royals of its hand face-up"},
    VerbInfo{Verb::conceal, "conceal", one_card, true,
             "the seat takes these face-up royals back into its hand"},
    VerbInfo{Verb::disband, "disband", none, false, "the royal court of the seat is no more"},
    VerbInfo{Verb::revolt, "revolt", one_number, false,
             "so many heads must still roll; the seat's action or death has made it so"},
    VerbInfo{Verb::forever, "forever", none, false,
             "the revolt that the seat began or extended lasts until the game is over"},
    VerbInfo{Verb::peace, "peace", none, false, "the death of the seat ends the revolt"},
    VerbInfo{Verb::execute, "execute", one_card, true,
             "these face-up royals of the seat are executed: they go to the secondary pile"},
    VerbInfo{Verb::ruin, "ruin", one_card, true,
             "the castle of the seat falls: these cards go to the secondary pile"},
    VerbInfo{Verb::seize, "seize", one_card, true,
             "the seat takes these cards of the piles into its hand after a siege"},
    VerbInfo{Verb::killed, "killed", none, false,
             "the seat is killed and out of the game, its hand goes face-down to the secondary pile"},
    VerbInfo{Verb::finish, "finish", none, false,
             "the seat has no card left, or no opponent, and leaves the game"},
    VerbInfo{Verb::lose, "lose", none, false, "the seat has lost with the betting man and leaves the game"},
};

constexpr std::array<std::string_view, suit_count> suit_names{"clubs", "diamonds", "hearts", "spades"};

std::optional<std::int32_t> place_in(std::span<const std::string_view> names, std::string_view name) {
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) return std::nullopt;
  return static_cast<std::int32_t>(found - names.begin());
}

constexpr bool in_order() {
  for (std::size_t i = 0; i < verbs.size(); ++i) {
    if (static_cast<std::size_t>(verbs[i].verb) != i) return false;
  }
  return true;
}
static_assert(in_order(), "verbs must stand in the order of Verb");

}  // namespace

std::span<const VerbInfo> vocabulary() { return verbs; }

const VerbInfo& info(Verb verb) { return verbs[static_cast<std::size_t>(verb)]; }

std::optional<Verb> find_verb(std::string_view name) {
  const auto* const found = std::ranges::find(verbs, name, &VerbInfo::name);
  if (found == verbs.end()) return std::nullopt;
  return found->verb;
}

void append_argument(std::string& text, ArgumentKind kind, std::int32_t value) {
  if (kind == card) {
    Card::from_index(static_cast<std::uint8_t>(value)).append_to(text);
  } else if (kind == suit) {
    text += suit_names.at(static_cast<std::size_t>(value));
  } else if (kind == bid) {
    text += bid_names.at(static_cast<std::size_t>(value));
  } else {
    std::array<char, 12> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value);
    text.append(digits.data(), end.ptr);
  }
}

std::optional<std::int32_t> parse_argument(ArgumentKind kind, std::string_view text) {
  if (kind == card) {
    const auto read = Card::parse(text);
    if (!read) return std::nullopt;
    return read->index();
  }
  if (kind == suit) return place_in(suit_names, text);
  if (kind == bid) return place_in(bid_names, text);
  std::int32_t value = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end.ec != std::errc{} || end.ptr != text.data() + text.size()) return std::nullopt;
  std::string again;
  append_argument(again, kind, value);
  if (again != text) return std::nullopt;  // 007 and -0 are numbers, but not as we write them
  return value;
}

}  // namespace tribunal
