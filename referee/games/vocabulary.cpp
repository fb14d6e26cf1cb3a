#include "games/vocabulary.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>

#include "cards/card.hpp"

namespace tribunal {
namespace {

using enum ArgumentKind;

constexpr std::array<ArgumentKind, 0> none{};
constexpr std::array one_card{card};
constexpr std::array one_number{number};
constexpr std::array two_numbers{number, number};
constexpr std::array suit_and_points{suit, number};

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
    VerbInfo{Verb::call, "call", none, false, "the seat calls the tyrant"},
    VerbInfo{Verb::pass, "pass", none, false, "the seat lets the chance go by"},
    VerbInfo{Verb::conquer, "conquer", suit_and_points, false,
             "the seat wins the suit, which is worth that much"},
    VerbInfo{Verb::score, "score", two_numbers, false,
             "the seat's points of this hand, then of the game so far"},
    VerbInfo{Verb::turn, "turn", one_card, false, "the seat turns up this card of the stock for all to see"},

    // Betting

    // Tennis

    // Anarchy

    // Chez
};

constexpr std::array<std::string_view, suit_count> suit_names{"clubs", "diamonds", "hearts", "spades"};

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
  if (kind == suit) {
    const auto* const found = std::ranges::find(suit_names, text);
    if (found == suit_names.end()) return std::nullopt;
    return static_cast<std::int32_t>(found - suit_names.begin());
  }
  std::int32_t value = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end.ec != std::errc{} || end.ptr != text.data() + text.size()) return std::nullopt;
  std::string again;
  append_argument(again, kind, value);
  if (again != text) return std::nullopt;  // 007 and -0 are numbers, but not as we write them
  return value;
}

}  // namespace tribunal
