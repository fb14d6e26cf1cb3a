#include "report/replay/told.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace tribunal {
namespace {

/// What is said of a seat: `{0}` is the first argument, `{*}` all from the first on, `{1*}` all from the
/// second.
struct Phrase {
  Verb verb;
  std::string_view words;
};

constexpr std::array phrases{
    Phrase{Verb::hand, "deals hand {0}"},
    Phrase{Verb::deal, "is dealt {*}"},
    Phrase{Verb::draw, "draws {*}"},
    Phrase{Verb::ace, "puts {*} aside"},
    Phrase{Verb::stock, "chooses the stock"},
    Phrase{Verb::take, "takes {*} from the discards"},
    Phrase{Verb::play, "plays {*}"},
    Phrase{Verb::discard, "discards {*}"},
    Phrase{Verb::call, "calls"},
    Phrase{Verb::pass, "passes"},
    Phrase{Verb::conquer, "conquers {0} for {1}"},
    Phrase{Verb::score, "scores {0}, {1} in all"},
    Phrase{Verb::turn, "turns up {*}"},

    Phrase{Verb::ante, "antes {0}"},
    Phrase{Verb::pay, "pays {0} into the pot"},
    Phrase{Verb::win, "takes {0} out of the pot"},
    Phrase{Verb::chips, "has won {0} chips, {1} in all"},
    Phrase{Verb::fold, "folds"},
    Phrase{Verb::check, "checks"},
    Phrase{Verb::bet, "bets"},
    Phrase{Verb::raise, "raises"},
    Phrase{Verb::doubles, "doubles to {0}"},
    Phrase{Verb::accept, "accepts"},
    Phrase{Verb::drop, "drops the hand"},

    Phrase{Verb::round, "leads round {0}"},
    Phrase{Verb::trick, "wins the trick and {0} cards"},
    Phrase{Verb::aside, "led a trick that nobody wins; {0} cards lie aside"},
    Phrase{Verb::remove, "led the last trick; the {0} cards aside leave the game"},
    Phrase{Verb::place, "ends in place {0}"},

    Phrase{Verb::bid, "bids {0}"},
    Phrase{Verb::give, "passes {1*} to seat {0}"},
    Phrase{Verb::exchange, "takes the joker in exchange for {*}"},
    Phrase{Verb::bomb, "throws the bomb {*}"},
    Phrase{Verb::capture, "captures {*}"},
    Phrase{Verb::gather, "takes {*} into hand"},
    Phrase{Verb::bonus, "earns {0} for missing suits and {1} for quartets"},

    Phrase{Verb::lay, "lays {*} on the pile"},
    Phrase{Verb::castle, "lays the castle {*}"},
    Phrase{Verb::court, "lays the court {*}"},
    Phrase{Verb::pair, "plays the pair {*}"},
    Phrase{Verb::revolution, "begins a revolution with {*}"},
    Phrase{Verb::extend, "extends the revolution with {*}"},
    Phrase{Verb::siege, "makes it a siege"},
    Phrase{Verb::betting_man, "plays the betting man"},
    Phrase{Verb::nope, "nopes with {*}"},
    Phrase{Verb::swap, "swaps cards with seat {0}"},
    Phrase{Verb::offer, "sets {*} aside for it"},
    Phrase{Verb::retry, "gives back what it got and tries again"},
    Phrase{Verb::burden, "lets seat {0} pick up"},
    Phrase{Verb::raze, "razes the castle of seat {0}"},
    Phrase{Verb::favour, "gives a card to seat {0}"},
    Phrase{Verb::roll, "rolls {0}d{1}: {2}"},
    Phrase{Verb::extra, "has {0} extra actions"},
    Phrase{Verb::deliver, "hands {1} to seat {0}"},
    Phrase{Verb::reshuffle, "needs a card: {0} are shuffled into a new stock"},
    Phrase{Verb::reveal, "turns {*} face-up"},
    Phrase{Verb::conceal, "takes {*} back into hand"},
    Phrase{Verb::disband, "has no court any more"},
    Phrase{Verb::revolt, "acts: {0} heads must still roll"},
    Phrase{Verb::forever, "acts: the revolt lasts for ever"},
    Phrase{Verb::peace, "dies, and the revolt is over"},
    Phrase{Verb::execute, "sees {*} executed"},
    Phrase{Verb::ruin, "sees its castle {*} fall"},
    Phrase{Verb::seize, "seizes {*}"},
    Phrase{Verb::killed, "is killed"},
    Phrase{Verb::finish, "leaves the game"},
    Phrase{Verb::lose, "has lost with the betting man"},
};

std::string shown_argument(const Event& event, std::size_t index, CardStyle style) {
  const auto kinds = info(event.verb).arguments;
  const auto kind = kinds[std::min(index, kinds.size() - 1)];
  const auto value = event.arguments.at(index);
  if (kind == ArgumentKind::card)
    return shown_card(Card::from_index(static_cast<std::uint8_t>(value)), style);
  std::string text;
  append_argument(text, kind, value);
  return text;
}

/// What stands in the place of `{` field `}`.
std::string filled(std::string_view field, const Event& event, CardStyle style) {
  const bool all = field.ends_with('*');
  const auto first = field == "*" ? std::size_t{0} : static_cast<std::size_t>(field.front() - '0');
  if (!all) return first < event.size ? shown_argument(event, first, style) : std::string{};
  std::string text;
  for (std::size_t i = first; i < event.size; ++i)
    text += (text.empty() ? "" : " ") + shown_argument(event, i, style);
  return text;
}

/// Upwards or downwards by seats.
std::string_view way(std::int32_t direction) { return direction == 1 ? "upwards" : "downwards"; }

}  // namespace

std::string told(const Event& event, const std::string& who, CardStyle style) {
  if (event.verb == Verb::direction) return who + " makes play go " + std::string{way(event.arguments[0])};
  if (event.verb == Verb::next) {
    return who + " makes seat " + std::to_string(event.arguments[0]) + " play next, and then " +
           std::string{way(event.arguments[1])};
  }
  const auto* const phrase = std::ranges::find(phrases, event.verb, &Phrase::verb);
  if (phrase == phrases.end()) return event.text();
  auto text = who + ' ';
  auto words = phrase->words;
  for (auto open = words.find('{'); open != words.npos; open = words.find('{')) {
    const auto close = words.find('}');
    text += words.substr(0, open);
    text += filled(words.substr(open + 1, close - open - 1), event, style);
    words.remove_prefix(close + 1);
  }
  text += words;
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

}  // namespace tribunal
