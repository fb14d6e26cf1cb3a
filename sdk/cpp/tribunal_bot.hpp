// The C++ kit for bots of Tribunal: this one header, C++17 or later, the standard library only.
//
//   #include "tribunal_bot.hpp"
//   int main() {
//     return tribunal::run("mybot", "1.0", [](const tribunal::View& view) { return view.legal.front(); });
//   }
//
// A bot is a function from its view to one of its legal actions. The view keeps the table for you. It ignores
// unknown lines (later versions of the protocol, other games' events), which `Hooks::event` still receives.
// Python's tribunal_bot.py has the same names and meanings.
//
// Everything is in tribunal::bot, so that a bot can also link the referee's library of games; `run` and
// `View`, which every bot needs, are in tribunal too.
#ifndef TRIBUNAL_BOT_HPP
#define TRIBUNAL_BOT_HPP

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iostream>
#include <map>
#include <numeric>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tribunal::bot {

// ---- Words ----

namespace detail {

using Words = std::vector<std::string_view>;

inline Words split(std::string_view line, char separator = ' ') {
  Words words;
  words.reserve(8);
  for (std::size_t start = 0; start < line.size();) {
    const auto end = std::min(line.find(separator, start), line.size());
    if (end > start) words.push_back(line.substr(start, end - start));
    start = end + 1;
  }
  return words;
}

/// The number that all of `text` is; nothing if it is not one.
inline std::optional<int> number_in(std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

template <typename List>
bool has_place(const List& list, int place) {
  return place >= 0 && static_cast<std::size_t>(place) < list.size();
}

}  // namespace detail

// ---- Cards ----

/// `none` is the suit of a joker and of a card that you may not see.
enum class Suit : std::uint8_t { clubs, diamonds, hearts, spades, none };

/// The four suits, for loops.
inline constexpr std::array<Suit, 4> suits{Suit::clubs, Suit::diamonds, Suit::hearts, Suit::spades};
inline constexpr std::array<std::string_view, 4> suit_names{"clubs", "diamonds", "hearts", "spades"};

[[nodiscard]] constexpr std::size_t index_of(Suit suit) { return static_cast<std::size_t>(suit); }

inline constexpr int jack = 11;
inline constexpr int queen = 12;
inline constexpr int king = 13;
inline constexpr int ace = 14;

/// A card, a joker (rank 15) or a card that you may not see (rank 0).
struct Card {
  int rank = 0;  ///< 2 .. 10, jack 11, queen 12, king 13, ace 14
  Suit suit = Suit::none;

  /// Reads `Kh` or `Jo`. Anything else, such as `??`, is a card that you may not see.
  [[nodiscard]] static constexpr Card parse(std::string_view text) {
    if (text == "Jo") return {15, Suit::none};
    if (text.size() != 2) return {};
    const auto rank = std::string_view{"23456789TJQKA"}.find(text[0]);
    const auto suit = std::string_view{"cdhs"}.find(text[1]);
    if (rank == std::string_view::npos || suit == std::string_view::npos) return {};
    return {static_cast<int>(rank) + 2, static_cast<Suit>(suit)};
  }
  [[nodiscard]] std::string text() const {
    if (rank == 15) return "Jo";
    if (!known()) return "??";
    return {"??23456789TJQKA"[rank], "cdhs"[index_of(suit)]};
  }
  [[nodiscard]] constexpr bool known() const { return rank != 0; }

  friend constexpr bool operator==(Card a, Card b) { return a.rank == b.rank && a.suit == b.suit; }
  friend constexpr bool operator!=(Card a, Card b) { return !(a == b); }
};

using Cards = std::vector<Card>;

// ---- What you may do ----

/// A legal action: the referee's own word (`play:Kh`, `give:2,3c,4c,5c`, `pass`) and its parts.
class Action {
 public:
  Action() = default;
  explicit Action(std::string_view text) : text_{text}, verb_size_{std::min(text.find(':'), text.size())} {
    for (const auto word : detail::split(arguments(), ','))
      if (!card_.known()) card_ = Card::parse(word);
  }
  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] std::string_view verb() const { return std::string_view{text_}.substr(0, verb_size_); }
  [[nodiscard]] bool is(std::string_view verb_name) const { return verb() == verb_name; }
  /// The text after the colon.
  [[nodiscard]] std::string_view arguments() const {
    return std::string_view{text_}.substr(std::min(verb_size_ + 1, text_.size()));
  }
  /// The card (the first, if there are several); unknown if there is none.
  [[nodiscard]] Card card() const { return card_; }
  /// All cards of the action.
  [[nodiscard]] Cards cards() const {
    Cards cards;
    for (const auto word : detail::split(arguments(), ','))
      if (const auto card = Card::parse(word); card.known()) cards.push_back(card);
    return cards;
  }
  /// The number in the place `index` after the colon; `otherwise` if there is none.
  [[nodiscard]] int number(std::size_t index = 0, int otherwise = 0) const {
    const auto words = detail::split(arguments(), ',');
    return index < words.size() ? detail::number_in(words[index]).value_or(otherwise) : otherwise;
  }
  /// The seat in the action; -1 if there is none.
  [[nodiscard]] int seat() const { return number(0, -1); }

  friend bool operator==(const Action& a, const Action& b) { return a.text_ == b.text_; }
  friend bool operator!=(const Action& a, const Action& b) { return !(a == b); }

 private:
  std::string text_;
  std::size_t verb_size_ = 0;
  Card card_;
};

/// An answer: an action and, optionally, a comment, which the referee stores in the log beside the move.
struct Decision {
  Decision(const Action& chosen, std::string remark = {})
      : action{chosen.text()}, comment{std::move(remark)} {}
  Decision(std::string chosen, std::string remark = {})
      : action{std::move(chosen)}, comment{std::move(remark)} {}
  Decision(const char* chosen, std::string remark = {}) : action{chosen}, comment{std::move(remark)} {}
  std::string action;
  std::string comment;
};

// ---- What you see ----

/// A place at the table, with everything known about it. The Mob and the dummy have the last place.
struct Seat {
  Cards hand;                  ///< its cards: yours are all known, another seat's only if taken openly
  std::array<Cards, 4> melds;  ///< by suit, in the order of play
  Cards aces;                  ///< aces that it showed and put aside
  int points = 0;              ///< points of the last hand that was scored
  int score = 0;               ///< score of the game so far
  Cards open;                  ///< open cards before it that are not in melds: a castle, face-up royals
  Cards taken;                 ///< cards captured in this hand
  int pile = 0;                ///< cards in its face-down pile
  std::string bid;             ///< its bid in this hand; empty if it made none
  int chips = 0;               ///< chips won in the game so far, less its chips in the pot
  bool out = false;            ///< whether it folded this hand, or is out of the game

  /// Its meld of the suit; empty for the suit of a card that you may not see.
  [[nodiscard]] const Cards& meld(Suit suit) const {
    static const Cards none;
    return suit == Suit::none ? none : melds[index_of(suit)];
  }
};

/// A card of a trick.
struct Play {
  int seat = 0;
  Card card;

  friend constexpr bool operator==(const Play& play, Card other) { return play.card == other; }
};

/// The place of played cards: melds before the seats, a trick, or the discard pile.
enum class PlayedTo : std::uint8_t { melds, trick, pile };

namespace detail {

/// The facts about the table of a game.
struct Facts {
  int dealt;      ///< cards of each pack that are dealt and drawn in a hand; 0 in games without drawing
  int piles;      ///< cards of the equal piles at the start
  int ace_limit;  ///< aces of each pack until drawing ends
  std::string_view without;  ///< ranks missing from the pack
  std::string_view more;     ///< ranks that have one more card in each suit
  int more_for;              ///< with this number of players
  PlayedTo played_to;
};

inline const Facts& facts_of(std::string_view game);

inline Cards cards_of(const std::vector<Play>& trick) {
  Cards cards;
  for (const auto& play : trick) cards.push_back(play.card);
  return cards;
}

}  // namespace detail

/// The table as you see it when you are asked, and when a hook is called.
struct View {
  std::string game;                                         ///< `mitch`, `revolution`, ...
  std::map<std::string, std::string, std::less<>> options;  ///< the key=value words of the line `game`
  int me = 0;                                               ///< your seat, from 0
  int players = 0;                                          ///< seats that bots play
  std::vector<Seat> seats{1};                               ///< all seats, clockwise
  PlayedTo played_to = PlayedTo::melds;                     ///< the place of played cards
  int hand_number = 0;                                      ///< number of the hand or round, from 1
  int dealer = 0;                                           ///< the seat that dealt this hand
  Cards discards;                                           ///< the discard pile, its top card last
  std::vector<Play> trick;                                  ///< the trick so far, in the order of play
  Cards turned;                                             ///< cards turned up for all to see
  Cards aside;                                              ///< tricks without a winner
  int pot = 0;                                              ///< chips in it
  int stock_size = 0;                                       ///< cards left to draw
  std::vector<Action> legal;  ///< the legal actions; empty when you are not asked
  int milliseconds = 0;       ///< the time for this decision
  std::vector<int> scores;    ///< the score of each seat, when the game is over
  std::vector<int> places;    ///< the place of each seat from 1, when the game is over; 0: not ranked

  [[nodiscard]] const Seat& mine() const { return seats[static_cast<std::size_t>(me)]; }
  [[nodiscard]] const Cards& hand() const { return mine().hand; }
  /// The seat of this number; an empty one if there is none, as for an action without a seat.
  [[nodiscard]] const Seat& seat(int number) const {
    static const Seat none;
    return detail::has_place(seats, number) ? seats[static_cast<std::size_t>(number)] : none;
  }

  /// An option's text; `otherwise` if the game has no such option.
  [[nodiscard]] std::string_view option(std::string_view name, std::string_view otherwise = {}) const {
    const auto found = options.find(name);
    return found == options.end() ? otherwise : std::string_view{found->second};
  }
  [[nodiscard]] bool is_on(std::string_view name) const { return option(name) == "on"; }
  [[nodiscard]] int number(std::string_view name, int otherwise = 0) const {
    return detail::number_in(option(name)).value_or(otherwise);
  }

  /// The seat of the Mob, which the referee plays; -1 without the Mob.
  [[nodiscard]] int mob() const { return is_on("mob") ? static_cast<int>(seats.size()) - 1 : -1; }
  /// Number of packs of 52 in play.
  [[nodiscard]] int packs() const { return number("packs", 1); }
  /// Number of aces that all seats have shown in this hand.
  [[nodiscard]] int aces_shown() const {
    return std::accumulate(seats.begin(), seats.end(), 0, [](int shown, const Seat& seat) {
      return shown + static_cast<int>(seat.aces.size());
    });
  }
  /// Number of aces until drawing, or the hand, ends: 4 in Revolution, 3 per pack in Mitch.
  [[nodiscard]] int aces_left() const {
    const int limit = number("ace_limit");
    const int usual = detail::facts_of(game).ace_limit * packs();
    return std::max(0, (limit > 0 ? limit : usual) - aces_shown());
  }
  /// May `seat_number` put `card` on its meld by the Golden Rule (and option high_low)?
  [[nodiscard]] bool fits(int seat_number, Card card) const {
    if (card.suit == Suit::none || card.rank == ace) return false;
    const auto& meld = seat(seat_number).meld(card.suit);
    if (meld.empty() || seat_number == mob()) return true;
    if (!is_on("high_low")) return card.rank < meld.back().rank;
    return card.rank != meld.back().rank &&
           (meld.size() == 1 || (card.rank > meld.back().rank) == runs_upward(meld));
  }
  /// The seat that wins the suit by the current melds; -1 if none does.
  [[nodiscard]] int winner(Suit suit) const {
    int best = -1;
    const Cards* strongest = &seat(-1).hand;
    for (int number = 0; number < static_cast<int>(seats.size()); ++number) {
      const auto& meld = seat(number).meld(suit);
      if (meld.empty() || seat(number).out) continue;  // a folded seat does not compete
      if (beats(meld, *strongest)) {
        best = number;
        strongest = &meld;
      } else if (!beats(*strongest, meld)) {
        best = -1;  // equal melds, which two packs allow, do not win
      }
    }
    return best;
  }
  [[nodiscard]] bool winning(Suit suit) const { return winner(suit) == me; }
  /// True if meld `a` beats meld `b` of the same suit by length, then by their lowest cards.
  [[nodiscard]] bool beats(const Cards& a, const Cards& b) const {
    if (a.size() != b.size()) return a.size() > b.size();
    const bool low_wins = option("suit_tie") == "low" && !is_on("high_low");
    return low_wins ? strength(a) < strength(b) : strength(a) > strength(b);
  }
  /// Every card of the game, except jokers, that you do not see now: it is in the stock, in a pile or in
  /// another hand.
  [[nodiscard]] Cards unseen() const {
    std::array<std::array<int, 16>, 5> seen{};  // by suit and rank
    const auto see = [&seen](const Cards& cards) {
      for (const auto card : cards) ++seen[index_of(card.suit)][static_cast<std::size_t>(card.rank)];
    };
    for (const auto* cards : {&discards, &turned, &aside}) see(*cards);
    see(detail::cards_of(trick));
    for (const auto& seat : seats) {
      for (const auto* cards : {&seat.hand, &seat.aces, &seat.open, &seat.taken}) see(*cards);
      for (const auto& meld : seat.melds) see(meld);
    }
    const auto& facts = detail::facts_of(game);
    const int usual = packs();
    Cards unseen;
    unseen.reserve(52);
    for (const auto suit : suits) {
      for (int rank = 2; rank <= ace; ++rank) {
        const Card card{rank, suit};
        const auto is_in = [name = card.text()[0]](auto ranks) { return ranks.find(name) < ranks.size(); };
        const bool has_more = facts.more_for == players && is_in(facts.more);
        const int copies = is_in(facts.without) ? 0 : usual + (has_more ? 1 : 0);
        const int left = copies - seen[index_of(suit)][static_cast<std::size_t>(rank)];
        for (int copy = 0; copy < left; ++copy) unseen.push_back(card);
      }
    }
    return unseen;
  }

 private:
  /// Does the meld run upward (option high_low)?
  static bool runs_upward(const Cards& meld) { return meld.size() > 1 && meld[1].rank > meld[0].rank; }

  /// Compares as melds of one length do: by the ranks from the lowest up (the Mob's cards are in any order).
  /// With high_low, for each card from the last, by twice its distance from the end of the meld's direction,
  /// and one more if the meld runs down.
  [[nodiscard]] std::vector<int> strength(const Cards& meld) const {
    std::vector<int> ranks;
    for (const Card card : meld) ranks.insert(ranks.begin(), card.rank);
    if (is_on("high_low")) {
      for (auto& rank : ranks) rank = runs_upward(meld) ? 2 * (king - rank) : 2 * (rank - 2) + 1;
    } else {
      std::sort(ranks.begin(), ranks.end());
    }
    return ranks;
  }
};

/// An event of the game: `VERB SEAT ARGUMENTS`. Its words are valid during the call of the hook.
struct Event {
  std::string_view verb;
  int seat = 0;
  std::vector<std::string_view> arguments;
};

/// Optional functions that the kit calls.
struct Hooks {
  std::function<void(const View&)> game_start;
  std::function<void(const View&, const Event&)> event;  ///< called after the view is updated
  std::function<void(const View&)> game_end;             ///< called when scores and places are known
};

using Decide = std::function<Decision(const View&)>;

// ---- How it works ----

namespace detail {

/// Removes `card` from `cards`, or from a trick; false if it is not there.
template <typename List>
bool take_out(List& cards, Card card) {
  const auto found = std::find(cards.begin(), cards.end(), card);
  if (found == cards.end()) return false;
  cards.erase(found);
  return true;
}

/// Removes up to this number of cards from the end of a list.
inline Cards take_last(Cards& cards, std::size_t count) {
  const auto first = cards.end() - static_cast<std::ptrdiff_t>(std::min(count, cards.size()));
  Cards last(first, cards.end());
  cards.erase(first, cards.end());
  return last;
}

inline void put(const Cards& cards, Cards& to) { to.insert(to.end(), cards.begin(), cards.end()); }

struct Table;

/// A place that cards leave. Returns whether it had the card.
using Source = bool (*)(Table& t, Card card);
using Sources = std::vector<Source>;

/// Applies events to its view. Two packs have two cards of each face: only the card in the place that the
/// event names moves.
struct Table {
  View view{};
  Seat* seat = nullptr;  ///< the seat of the event
  const Event* event = nullptr;
  std::size_t counted = 0;
  std::vector<Sources> expected{};  ///< where the next cards come from

  /// The argument of the event; empty if there is none.
  [[nodiscard]] std::string_view argument(std::size_t index) const {
    return index < event->arguments.size() ? event->arguments[index] : std::string_view{};
  }
  [[nodiscard]] int number(std::size_t index, int otherwise = 0) const {
    return number_in(argument(index)).value_or(otherwise);
  }

  /// The cards of the event, from the argument `first` on. Each leaves the first source that has it.
  Cards take(const Sources& from, std::size_t first = 0) {
    Cards cards;
    for (auto i = first; i < event->arguments.size(); ++i) {
      cards.push_back(Card::parse(event->arguments[i]));
      take_one(from, cards.back());
    }
    return cards;
  }

  void take_one(const Sources& from, Card card) {
    (void)std::any_of(from.begin(), from.end(), [&](Source source) { return source(*this, card); });
  }

  /// Gives cards to the seat that is the first argument of the event.
  void give(const Sources& from) {
    const int to = number(0, -1);
    if (has_place(view.seats, to)) put(take(from, 1), view.seats[static_cast<std::size_t>(to)].hand);
  }

  /// Puts cards where the game puts played cards.
  void play(const Cards& cards) {
    for (const auto card : cards) {
      if (view.played_to == PlayedTo::trick) {
        view.trick.push_back({event->seat, card});
      } else if (view.played_to == PlayedTo::pile) {
        view.discards.push_back(card);
      } else if (card.suit != Suit::none) {
        seat->melds[index_of(card.suit)].push_back(card);
      }
    }
  }

  /// The discard pile if cards are played to it, otherwise the cards turned up.
  Cards& shown() { return view.played_to == PlayedTo::pile ? view.discards : view.turned; }

  /// Makes an argument of the event the bid. A card means its suit.
  void bid(std::size_t index) {
    const auto word = argument(index);
    const auto suit = Card::parse(word).suit;
    if (!word.empty()) seat->bid = suit == Suit::none ? word : suit_names[index_of(suit)];
  }

  /// Puts the hands of all seats onto their piles.
  void pile_hands() {
    for (auto& each : view.seats) {
      each.pile += static_cast<int>(each.hand.size());
      each.hand.clear();
    }
  }

  /// Takes this number of the next cards from these sources.
  void expect(const Sources& from) { expected.insert(expected.end(), counted, from); }

  /// The seat deals a new hand.
  void clear() {
    view.dealer = event->seat;
    view.discards.clear();
    view.trick.clear();
    view.turned.clear();
    view.stock_size = facts_of(view.game).dealt * view.packs();
    for (auto& each : view.seats) {
      for (auto* cards : {&each.hand, &each.aces, &each.open, &each.taken}) cards->clear();
      for (auto& meld : each.melds) meld.clear();
      each.bid.clear();
      each.out = false;
    }
  }

  /// All seats see that this hand has the cards of the event.
  void show() {
    for (const auto word : event->arguments) {
      const auto card = Card::parse(word);
      auto& hand = seat->hand;
      const auto unknown = std::find(hand.begin(), hand.end(), Card{});
      if (unknown != hand.end() && std::count(hand.begin(), hand.end(), card) == 0) *unknown = card;
    }
  }

  /// The card of the event, if any, replaces the joker in the trick.
  void explode() {
    const auto joker = Card::parse("Jo");
    const bool has_card = !event->arguments.empty();
    while (!has_card && take_out(view.trick, joker)) {
    }
    for (auto& play : view.trick)
      if (play == joker) play.card = Card::parse(argument(0));
  }
};

inline bool open(Table& t, Card card) { return take_out(t.seat->open, card); }
inline bool royals(Table& t, Card card) { return card.rank >= jack && card.rank <= king && open(t, card); }
inline bool turned(Table& t, Card card) { return take_out(t.view.turned, card); }
inline bool trick(Table& t, Card card) { return take_out(t.view.trick, card); }
inline bool stock(Table& t, Card) { return t.view.stock_size > 0 && t.view.stock_size-- > 0; }
inline bool pile(Table& t, Card) { return t.seat->pile > 0 && t.seat->pile-- > 0; }

/// Removes the card from the hand if it has it, otherwise an unknown card.
inline bool hand(Table& t, Card card) {
  auto& cards = t.seat->hand;
  if (!card.known()) std::fill(cards.begin(), cards.end(), card);  // none of the others is certain now
  return take_out(cards, card) || take_out(cards, Card{});
}

/// The source that is expected for this card, if any.
inline bool next(Table& t, Card card) {
  if (t.expected.empty()) return false;
  t.take_one(t.expected.front(), card);
  t.expected.erase(t.expected.begin());
  return true;
}

// generated by ./dev kits
// clang-format off
inline const std::map<std::string_view, void (*)(Table&)> effects{
    {"hand", [](Table& t) { t.view.hand_number = t.number(0, t.view.hand_number); t.clear(); }},
    {"deal", [](Table& t) { put(t.take({stock, pile}), t.seat->hand); }},
    {"draw", [](Table& t) { put(t.take({stock, pile}), t.seat->hand); }},
    {"play", [](Table& t) { t.play(t.take({royals, hand})); }},
    {"score", [](Table& t) { t.seat->points = t.number(0, t.seat->points); t.seat->score = t.number(1, t.seat->score); }},
    {"turn", [](Table& t) { put(t.take({stock}), t.shown()); }},
    {"place", [](Table& t) { t.seat->out = true; }},
    {"fold", [](Table& t) { t.seat->out = true; }},
    {"finish", [](Table& t) { t.seat->out = true; }},
    {"lose", [](Table& t) { t.seat->out = true; }},
    {"ace", [](Table& t) { put(t.take({hand}), t.seat->aces); }},
    {"take", [](Table& t) { take_last(t.view.discards, 1); put(t.take({}), t.seat->hand); }},
    {"discard", [](Table& t) { put(t.take({hand}), t.view.discards); }},
    {"ante", [](Table& t) { t.view.pot += t.number(0); t.seat->chips -= t.number(0); }},
    {"pay", [](Table& t) { t.view.pot += t.number(0); t.seat->chips -= t.number(0); }},
    {"win", [](Table& t) { t.view.pot -= t.number(0); t.seat->chips += t.number(0); }},
    {"chips", [](Table& t) { t.seat->chips = t.number(1, t.seat->chips); }},
    {"round", [](Table& t) { t.view.hand_number = t.number(0, t.view.hand_number); t.pile_hands(); }},
    {"trick", [](Table& t) { t.seat->pile += t.number(0); t.view.aside.clear(); t.view.trick.clear(); }},
    {"aside", [](Table& t) { put(cards_of(t.view.trick), t.view.aside); t.view.trick.clear(); }},
    {"remove", [](Table& t) { put(t.view.aside, t.view.discards); t.view.aside.clear(); }},
    {"bid", [](Table& t) { t.bid(0); }},
    {"give", [](Table& t) { t.give({hand}); }},
    {"exchange", [](Table& t) { put(take_last(t.view.turned, 1), t.seat->hand); put(t.take({hand}), t.view.turned); }},
    {"bomb", [](Table& t) { t.take({turned}); t.explode(); }},
    {"capture", [](Table& t) { put(t.take({trick, turned}), t.seat->taken); }},
    {"gather", [](Table& t) { put(t.take({trick}), t.seat->hand); }},
    {"bid-card", [](Table& t) { t.bid(0); t.show(); }},
    {"lay", [](Table& t) { put(t.take({royals, hand}), t.view.discards); }},
    {"pair", [](Table& t) { put(t.take({royals, hand}), t.view.discards); }},
    {"revolution", [](Table& t) { put(t.take({royals, hand}), t.view.discards); }},
    {"extend", [](Table& t) { put(t.take({royals, hand}), t.view.discards); }},
    {"castle", [](Table& t) { put(t.take({hand}), t.seat->open); }},
    {"reveal", [](Table& t) { put(t.take({hand}), t.seat->open); }},
    {"court", [](Table& t) { put(t.take({royals, hand}), t.seat->open); }},
    {"siege", [](Table& t) { put(take_last(t.view.discards, 13), t.view.turned); t.view.discards = take_last(t.view.discards, 1); }},
    {"nope", [](Table& t) { t.take({hand}); }},
    {"swap", [](Table& t) { t.counted = 0; t.expected.clear(); }},
    {"favour", [](Table& t) { t.counted = 0; t.expected.clear(); }},
    {"offer", [](Table& t) { ++t.counted; }},
    {"retry", [](Table& t) { t.expect({hand}); t.expect({hand}); t.expect({royals, hand}); t.expect({hand}); }},
    {"deliver", [](Table& t) { t.give({next, royals, hand}); }},
    {"reshuffle", [](Table& t) { t.view.stock_size = t.number(0, t.view.stock_size); t.view.discards = take_last(t.view.discards, 1); }},
    {"conceal", [](Table& t) { put(t.take({open}), t.seat->hand); }},
    {"execute", [](Table& t) { t.take({open}); }},
    {"ruin", [](Table& t) { t.take({open}); }},
    {"seize", [](Table& t) { put(t.take({}), t.seat->hand); t.view.stock_size = 0; }},
    {"killed", [](Table& t) { t.seat->hand.clear(); t.seat->open.clear(); t.seat->out = true; }},
};
inline const std::map<std::string_view, Facts> games{
    {"mitch", {52, 0, 3, "", "", 0, PlayedTo::melds}},
    {"tennis", {0, 48, 4, "A", "", 0, PlayedTo::trick}},
    {"anarchy", {0, 0, 4, "", "", 0, PlayedTo::trick}},
    {"snark", {0, 0, 4, "", "", 0, PlayedTo::trick}},
    {"anarchist-bomb", {0, 0, 4, "", "678", 5, PlayedTo::trick}},
    {"organised-chaos", {0, 0, 4, "", "678", 5, PlayedTo::trick}},
    {"chez", {55, 0, 4, "", "", 0, PlayedTo::pile}},
    {"", {52, 0, 4, "", "", 0, PlayedTo::melds}},
};
// clang-format on
// end of generated

inline const Facts& facts_of(std::string_view game) {
  const auto found = games.find(game);
  return found == games.end() ? games.at("") : found->second;
}

/// The view of a new game, from its line. It needs `seats` and `you`; other words may be missing.
inline View begin_game(const Words& words) {
  View view;
  if (words.size() > 1) view.game = words[1];
  const auto& facts = facts_of(view.game);
  view.played_to = facts.played_to;
  for (std::size_t i = 2; i < words.size(); ++i) {
    const auto equals = words[i].find('=');
    if (equals == std::string_view::npos) continue;
    view.options.emplace(words[i].substr(0, equals), words[i].substr(equals + 1));
  }
  view.players = view.number("players");
  const int seats = std::clamp(view.number("seats", view.players), 1, 64);
  view.me = std::clamp(view.number("you"), 0, seats - 1);
  view.seats.resize(static_cast<std::size_t>(seats));
  view.stock_size = facts.dealt * view.packs();
  for (auto& seat : view.seats) seat.pile = facts.piles / seats;
  return view;
}

/// `result SCORE ... places PLACE ...`
inline void take_result(View& view, const Words& words) {
  auto* list = &view.scores;
  for (const auto word : words) {
    if (word == "places") list = &view.places;
    if (const auto value = number_in(word)) list->push_back(*value);
  }
}

/// The conversation with the referee, line by line.
struct Conversation {
  std::string_view name;
  std::string_view version;
  const Decide& decide;
  const Hooks& hooks;
  std::ostream& out;
  Table table{};
  bool has_failed = false;  ///< whether a mistake of the bot ended the conversation

  /// Processes a line without its end; false if it was the last.
  bool hear(std::string_view line) {
    const auto words = split(line);
    const auto word = words.empty() ? std::string_view{} : words[0];
    if (word == "quit") return false;
    if (word == "ask") return answer(words);
    if (word == "tribunal") return say("ready ", name, " ", version);
    if (word == "game") {
      table = Table{begin_game(words)};
      if (hooks.game_start) hooks.game_start(table.view);
    } else if (word == "result") {
      take_result(table.view, words);
      if (hooks.game_end) hooks.game_end(table.view);
    } else {
      hear_event(words);
    }
    return true;
  }

 private:
  void hear_event(const Words& words) {
    auto& view = table.view;
    const int seat = words.size() > 1 ? number_in(words[1]).value_or(-1) : -1;
    // The dummy, a hand that the referee plays, is the seat after those of the line `game`.
    const int seats = static_cast<int>(view.seats.size());
    if (seat == seats && view.number("seats") == seats && view.played_to == PlayedTo::trick)
      view.seats.emplace_back();
    if (!has_place(view.seats, seat)) return;
    const Event event{words[0], seat, {words.begin() + 2, words.end()}};
    table.event = &event;
    table.seat = &view.seats[static_cast<std::size_t>(seat)];
    if (const auto effect = effects.find(event.verb); effect != effects.end()) effect->second(table);
    if (hooks.event) hooks.event(view, event);
  }

  bool answer(const Words& words) {
    if (words.size() < 4) return true;
    auto& view = table.view;
    view.milliseconds = number_in(words[2]).value_or(view.milliseconds);
    view.legal = std::vector<Action>(words.begin() + 3, words.end());
    auto [action, comment] = decide(view);
    has_failed = action.empty();  // without this message the referee would report an illegal action
    if (has_failed) {
      std::cerr << name << ": the function that decides returned an empty text, which is not an action; "
                << "expected one of view.legal:";
      for (const auto& legal : view.legal) std::cerr << ' ' << legal.text();
      std::cerr << std::endl;
      return false;
    }
    view.legal.clear();
    const auto ends_line = [](char c) { return c == '\n' || c == '\r'; };
    std::replace_if(comment.begin(), comment.end(), ends_line, ' ');
    constexpr std::size_t longest = 4000;  // bytes; a line of more than 4 KiB loses the game
    auto end = std::min(comment.size(), longest);
    while (end > 0 && end < comment.size() && (static_cast<unsigned char>(comment[end]) & 0xC0U) == 0x80U)
      --end;
    comment.resize(end);  // not within a letter of UTF-8
    if (!comment.empty()) out << "# " << comment << '\n';
    return say("move ", words[1], " ", action);
  }

  /// Writes a line and flushes. Returns false if nobody reads the output any more.
  template <typename... Parts>
  bool say(const Parts&... parts) {
    (out << ... << parts) << '\n' << std::flush;
    return static_cast<bool>(out);
  }
};

/// `name` and the cards; empty if there are none.
inline std::string listed(std::string_view name, const Cards& cards) {
  std::string text;
  for (const auto card : cards) text.append(" ").append(card.text());
  return text.empty() ? text : " " + std::string{name} + text;
}

/// `name` and a number; empty if it is 0.
inline std::string counted(const std::string& name, int number) {
  return number == 0 ? "" : " " + name + " " + std::to_string(number);
}

}  // namespace detail

/// The view as a few lines of text, for debugging.
[[nodiscard]] inline std::string describe(const View& view) {
  using detail::counted, detail::listed;
  std::ostringstream text;
  text << view.game << " hand " << view.hand_number << " dealer " << view.dealer << " me " << view.me
       << " stock " << view.stock_size << " aces left " << view.aces_left() << '\n';
  for (int number = 0; number < static_cast<int>(view.seats.size()); ++number) {
    const auto& seat = view.seat(number);
    text << "seat " << number << " points " << seat.points << " score " << seat.score
         << listed("hand", seat.hand) << listed("aces", seat.aces);
    for (const auto suit : suits)
      text << listed(suit_names[index_of(suit)], seat.meld(suit)) << (view.winner(suit) == number ? "*" : "");
    text << listed("open", seat.open) << listed("taken", seat.taken) << counted("pile", seat.pile)
         << (seat.bid.empty() ? "" : " bid ") << seat.bid << counted("chips", seat.chips)
         << (seat.out ? " out\n" : "\n");
  }
  for (const auto& play : view.trick) text << "played " << play.card.text() << " by " << play.seat << '\n';
  const auto unseen = view.unseen();
  text << "pile" << listed("of", view.discards) << listed("turned", view.turned)
       << listed("aside", view.aside) << counted("pot", view.pot) << "\nunseen"
       << listed(std::to_string(unseen.size()), unseen) << "\nlegal";
  for (const auto& action : view.legal) text << ' ' << action.text();
  text << '\n';
  return text.str();
}

/// Plays games until the referee sends `quit` or closes the connection. Returns the exit code for main: 1 if
/// `decide` returned no action, with a message on standard error.
inline int run(std::string_view name, std::string_view version, const Decide& decide, const Hooks& hooks = {},
               std::istream& in = std::cin, std::ostream& out = std::cout) {
  if (&in == &std::cin) std::ios::sync_with_stdio(false);
  in.tie(nullptr);
  detail::Conversation conversation{name, version, decide, hooks, out};
  std::string line;
  while (std::getline(in, line)) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (!conversation.hear(line)) break;
  }
  return conversation.has_failed ? 1 : 0;
}

}  // namespace tribunal::bot

namespace tribunal {
using bot::run;
using bot::View;
}  // namespace tribunal

#endif
