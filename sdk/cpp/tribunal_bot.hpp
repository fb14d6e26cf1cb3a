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

/// The text of the word that begins with `name`, such as `dealt=`, in what is special about a game's table;
/// empty if there is none.
inline std::string_view fact(std::string_view game, std::string_view name);

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

  /// Reads `Kh` or `Jo`; anything else, `??` too, is a card that you may not see.
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

/// An answer: an action and, if you like, a comment, which the referee stores in the log beside the move.
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

  friend constexpr bool operator==(const Play& play, Card card) { return play.card == card; }
};

/// The place of played cards: melds before the seats, a trick, or the discard pile.
enum class PlayedTo : std::uint8_t { melds, trick, pile };

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
    const int usual = detail::number_in(detail::fact(game, "ace_limit=")).value_or(4) * packs();
    return std::max(0, (limit > 0 ? limit : usual) - aces_shown());
  }
  /// May `seat_number` put `card` on its meld by the Golden Rule (and option high_low)?
  [[nodiscard]] bool fits(int seat_number, Card card) const {
    if (card.suit == Suit::none || card.rank == ace) return false;
    const auto& meld = seat(seat_number).meld(card.suit);
    if (meld.empty() || seat_number == mob()) return true;
    if (!is_on("high_low")) return card.rank < meld.back().rank;
    if (meld.size() == 1) return card.rank != meld.back().rank;
    return runs_upward(meld) ? card.rank > meld.back().rank : card.rank < meld.back().rank;
  }
  /// The seat that wins the suit by the current melds; -1 if none does.
  [[nodiscard]] int winner(Suit suit) const {
    if (suit == Suit::none) return -1;
    int best = -1;
    bool shared = false;
    for (int other = 0; other < static_cast<int>(seats.size()); ++other) {
      const auto& meld = seat(other).meld(suit);
      if (meld.empty() || seat(other).out) continue;  // a folded seat does not compete
      if (best < 0 || beats(meld, seat(best).meld(suit))) {
        best = other;
        shared = false;
      } else if (!beats(seat(best).meld(suit), meld)) {
        shared = true;  // equal melds, which two packs allow, do not win
      }
    }
    return shared ? -1 : best;
  }
  [[nodiscard]] bool winning(Suit suit) const { return winner(suit) == me; }
  /// True if meld `a` beats meld `b` of the same suit by length, then by their lowest cards.
  [[nodiscard]] bool beats(const Cards& a, const Cards& b) const {
    if (a.size() != b.size()) return a.size() > b.size();
    if (is_on("high_low")) return distances(a) > distances(b);
    const bool low_wins = option("suit_tie") == "low";
    return low_wins ? low_cards(a) < low_cards(b) : low_cards(a) > low_cards(b);
  }
  /// Every card of the game, except jokers, that you do not see now: it is in the stock, in a pile or in
  /// another hand.
  [[nodiscard]] Cards unseen() const {
    std::array<std::array<int, 16>, 5> seen{};  // by suit and rank
    const auto see = [&seen](const Cards& cards) {
      for (const auto card : cards) ++seen[index_of(card.suit)][static_cast<std::size_t>(card.rank)];
    };
    for (const auto* cards : {&discards, &turned, &aside}) see(*cards);
    for (const auto& play : trick) see({play.card});
    for (const auto& seat : seats) {
      for (const auto* cards : {&seat.hand, &seat.aces, &seat.open, &seat.taken}) see(*cards);
      for (const auto& meld : seat.melds) see(meld);
    }
    const auto without = detail::fact(game, "without=");
    const auto more = detail::fact(game, "more" + std::to_string(players) + "=");  // ranks with one card more
    const int usual = packs();
    Cards unseen;
    unseen.reserve(52);
    for (const auto suit : suits) {
      for (int rank = 2; rank <= ace; ++rank) {
        const Card card{rank, suit};
        const auto is_in = [name = card.text()[0]](auto ranks) { return ranks.find(name) < ranks.size(); };
        const int copies = is_in(without) ? 0 : usual + (is_in(more) ? 1 : 0);
        const int left = copies - seen[index_of(suit)][static_cast<std::size_t>(rank)];
        for (int copy = 0; copy < left; ++copy) unseen.push_back(card);
      }
    }
    return unseen;
  }

 private:
  /// Does the meld run upward (option high_low)?
  static bool runs_upward(const Cards& meld) { return meld.size() > 1 && meld[1].rank > meld[0].rank; }

  /// The ranks from the lowest up; the Mob's cards are in any order.
  static std::vector<int> low_cards(const Cards& meld) {
    std::vector<int> ranks;
    for (const auto card : meld) ranks.push_back(card.rank);
    std::sort(ranks.begin(), ranks.end());
    return ranks;
  }

  /// The last card's distance from the end of the meld's direction; 0 if the meld runs up, 1 if down; the
  /// distances of the earlier cards.
  static std::vector<int> distances(const Cards& meld) {
    const bool upward = runs_upward(meld);
    std::vector<int> key;
    for (auto card = meld.rbegin(); card != meld.rend(); ++card) {
      key.push_back(upward ? king - card->rank : card->rank - 2);
      if (key.size() == 1) key.push_back(upward ? 0 : 1);
    }
    return key;
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

// The effect of a verb is a list of steps. The words of a game describe its table and the verbs with a
// different effect in it. docs/kits.md has the grammar of both.
using Rows = std::map<std::string_view, std::string_view>;

/// A row for each name in rows of several names.
inline Rows each_name(const Rows& rows) {
  Rows names;
  for (const auto& [words, text] : rows)
    for (const auto name : split(words)) names.emplace(name, text);
  return names;
}

// generated by ./dev kits
inline const Rows effects = each_name({
    {"hand", "number=0,clear"},
    {"deal draw", "stock|pile>hand"},
    {"play", "hand>melds"},
    {"score", "points=0,score=1"},
    {"turn", "stock>turned"},
    {"place fold finish lose", "out"},
    {"ace", "hand>aces"},
    {"take", "1:discards>,>hand"},
    {"discard", "hand>discards"},
    {"ante pay", "pot+0,chips-0"},
    {"win", "pot-0,chips+0"},
    {"chips", "chips=1"},
    {"round", "number=0,each:hand>pile"},
    {"trick", "pile+0,all:aside>,all:trick>"},
    {"aside", "all:trick>aside"},
    {"remove", "all:aside>discards"},
    {"bid", "bid=0"},
    {"give", "hand>to.hand"},
    {"exchange", "1:turned>hand,hand>turned"},
    {"bomb", "turned>,explode"},
    {"capture", "trick|turned>taken"},
    {"gather", "trick>hand"},
    {"bid-card", "bid=0,show"},
    {"lay pair revolution extend", "royals|hand>discards"},
    {"castle reveal", "hand>open"},
    {"court", "royals|hand>open"},
    {"siege", "13:discards>turned,under:discards>"},
    {"nope", "hand>"},
    {"swap favour", "forget"},
    {"offer", "count"},
    {"retry", "next:hand,next:hand,next:royals|hand,next:hand"},
    {"deliver", "next|royals|hand>to.hand"},
    {"reshuffle", "stock=0,under:discards>"},
    {"conceal", "open>hand"},
    {"execute ruin", "open>"},
    {"seize", ">hand,all:stock>"},
    {"killed", "all:hand>,all:open>,out"},
});
inline const Rows games = each_name({
    {"mitch", "ace_limit=3"},
    {"tennis", "dealt=0 piles=48 without=A play:hand>trick"},
    {"anarchy snark", "dealt=0 play:hand>trick"},
    {"anarchist-bomb organised-chaos", "more5=678 dealt=0 play:hand>trick"},
    {"chez", "dealt=55 play:royals|hand>discards turn:stock>discards"},
});
// end of generated

/// The text of the row `name`; empty if there is none.
inline std::string_view text_of(const Rows& rows, std::string_view name) {
  const auto found = rows.find(name);
  return found == rows.end() ? std::string_view{} : found->second;
}

inline std::string_view fact(std::string_view game, std::string_view name) {
  for (const auto word : split(text_of(games, game)))
    if (word.substr(0, name.size()) == name) return word.substr(name.size());
  return {};
}

inline std::string_view effect(std::string_view game, std::string_view verb) {
  const auto own = fact(game, std::string{verb} + ":");
  return own.empty() ? text_of(effects, verb) : own;
}

/// Number of cards for dealing and drawing in a hand; 0 in games without drawing.
inline int full_stock(const View& view) {
  return number_in(fact(view.game, "dealt=")).value_or(52) * view.packs();
}

/// Removes `card` from `cards`, or from a trick; false if it is not there.
template <typename Cards>
bool take_out(Cards& cards, Card card) {
  const auto found = std::find(cards.begin(), cards.end(), card);
  if (found == cards.end()) return false;
  cards.erase(found);
  return true;
}

/// Applies the effects of verbs to its view. Two packs have two cards of each face: only the card in the
/// place that the effect names moves.
class Table {
 public:
  explicit Table(View start = {}) : view{std::move(start)} {}

  void follow(const Event& event) {
    event_ = &event;
    seat_ = &view.seats[static_cast<std::size_t>(event.seat)];
    for (const auto step : split(effect(view.game, event.verb), ',')) {
      const auto arrow = step.find('>');
      const auto colon = step.find(':');
      if (arrow == std::string_view::npos) {
        change(step);
      } else if (colon == std::string_view::npos) {
        move_named(step.substr(0, arrow), step.substr(arrow + 1));
      } else {
        const auto which = step.substr(0, colon);
        const auto from = step.substr(colon + 1, arrow - colon - 1);
        for (auto& seat : view.seats)
          if (&seat == seat_ || which == "each") move_some(seat, which, from, step.substr(arrow + 1));
      }
    }
  }

  View view;

 private:
  /// A list of cards, or a number: of cards, of chips, of points.
  struct Place {
    Cards* cards = nullptr;
    int* number = nullptr;
  };

  [[nodiscard]] Place place_of(Seat& seat, std::string_view name, Card card = {}) {
    if (name == "hand") return {&seat.hand};
    if (name == "open") return {&seat.open};
    if (name == "aces") return {&seat.aces};
    if (name == "taken") return {&seat.taken};
    if (name == "melds" && card.suit != Suit::none) return {&seat.melds[index_of(card.suit)]};
    if (name == "discards") return {&view.discards};
    if (name == "turned") return {&view.turned};
    if (name == "aside") return {&view.aside};
    if (name == "pile") return {nullptr, &seat.pile};
    if (name == "chips") return {nullptr, &seat.chips};
    if (name == "points") return {nullptr, &seat.points};
    if (name == "score") return {nullptr, &seat.score};
    if (name == "pot") return {nullptr, &view.pot};
    if (name == "stock") return {nullptr, &view.stock_size};
    if (name == "number") return {nullptr, &view.hand_number};
    return {};
  }

  /// The argument of the event; empty if there is none.
  [[nodiscard]] std::string_view argument(std::size_t index) const {
    return index < event_->arguments.size() ? event_->arguments[index] : std::string_view{};
  }

  /// Moves the cards of the event. With `to.PLACE` the first argument is the receiving seat.
  void move_named(std::string_view from, std::string_view to) {
    const bool names_seat = to.substr(0, 3) == "to.";
    const int receiver = names_seat ? number_in(argument(0)).value_or(-1) : event_->seat;
    if (!has_place(view.seats, receiver)) return;
    if (names_seat) to.remove_prefix(3);
    for (std::size_t i = names_seat ? 1 : 0; i < event_->arguments.size(); ++i) {
      const auto card = Card::parse(event_->arguments[i]);
      take(from, card);
      put(view.seats[static_cast<std::size_t>(receiver)], to, card);
    }
  }

  /// Moves all cards, all but the last (`under`), or a number of the last.
  void move_some(Seat& seat, std::string_view which, std::string_view from, std::string_view to) {
    const auto [cards, number] = place_of(seat, from);
    Cards moved;
    if (number != nullptr) *number = 0;
    if (cards != nullptr) {
      const auto last = cards->end() - (which == "under" && !cards->empty() ? 1 : 0);
      const auto all = static_cast<int>(last - cards->begin());
      const auto first = last - std::min(all, number_in(which).value_or(all));
      moved.assign(first, last);
      cards->erase(first, last);
    } else if (from == "trick") {
      for (const auto& play : view.trick) moved.push_back(play.card);
      view.trick.clear();
    }
    for (const auto card : moved) put(seat, to, card);
  }

  /// Removes the card from the first of the places that has it.
  void take(std::string_view from, Card card) {
    auto places = split(from, '|');
    if (!places.empty() && places[0] == "next" && !expected_.empty()) {
      places = split(expected_.front(), '|');
      expected_.erase(expected_.begin());
    }
    (void)std::any_of(places.begin(), places.end(), [&](auto place) { return take_from(place, card); });
  }

  bool take_from(std::string_view from, Card card) {
    if (from == "trick") return take_out(view.trick, card);
    if (from == "royals") return card.rank >= jack && card.rank <= king && take_out(seat_->open, card);
    const auto [cards, number] = place_of(*seat_, from, card);
    if (number != nullptr) return *number > 0 && (*number)-- > 0;
    if (cards == nullptr) return false;
    if (from != "hand") return take_out(*cards, card);
    // After an unknown card has left a hand, none of its other cards is certain any more.
    if (!card.known()) std::fill(cards->begin(), cards->end(), Card{});
    return take_out(*cards, card) || take_out(*cards, Card{});
  }

  void put(Seat& seat, std::string_view to, Card card) {
    const auto [cards, number] = place_of(seat, to, card);
    if (number != nullptr) ++*number;
    if (cards != nullptr) cards->push_back(card);
    if (to == "trick") view.trick.push_back({event_->seat, card});
  }

  /// A step without cards.
  void change(std::string_view step) {
    if (step == "clear") return clear();
    if (step == "show") return show();
    if (step == "explode") return explode();
    if (step == "out") {
      seat_->out = true;
    } else if (step == "count") {
      ++counted_;
    } else if (step == "forget") {
      counted_ = 0;
      expected_.clear();
    } else if (step.substr(0, 5) == "next:") {
      expected_.insert(expected_.end(), counted_, step.substr(5));
    } else {
      set(step);
    }
  }

  /// The seat deals a new hand.
  void clear() {
    view.dealer = event_->seat;
    view.discards.clear();
    view.trick.clear();
    view.turned.clear();
    view.stock_size = full_stock(view);
    for (auto& seat : view.seats) {
      for (auto* cards : {&seat.hand, &seat.aces, &seat.open, &seat.taken}) cards->clear();
      for (auto& meld : seat.melds) meld.clear();
      seat.bid.clear();
      seat.out = false;
    }
  }

  /// All seats see that the hand has the cards of the event.
  void show() {
    for (const auto word : event_->arguments) {
      const auto card = Card::parse(word);
      auto& hand = seat_->hand;
      const auto unknown = std::find(hand.begin(), hand.end(), Card{});
      if (unknown != hand.end() && std::count(hand.begin(), hand.end(), card) == 0) *unknown = card;
    }
  }

  /// The card of the event, if any, replaces the joker in the trick.
  void explode() {
    const auto joker = Card::parse("Jo");
    const bool has_card = !event_->arguments.empty();
    while (!has_card && take_out(view.trick, joker)) {
    }
    for (auto& play : view.trick)
      if (play == joker) play.card = Card::parse(argument(0));
  }

  /// `NAME=I`, `NAME+I` or `NAME-I`: sets the number to the argument I, or adds or subtracts it.
  void set(std::string_view step) {
    const auto sign = step.find_first_of("=+-");
    const auto name = step.substr(0, sign);
    const auto word = argument(static_cast<std::size_t>(number_in(step.substr(sign + 1)).value_or(0)));
    const auto suit = Card::parse(word).suit;
    if (name == "bid" && !word.empty()) seat_->bid = suit == Suit::none ? word : suit_names[index_of(suit)];
    const auto value = number_in(word);
    auto* const number = place_of(*seat_, name).number;
    if (number == nullptr || !value) return;
    *number = (step[sign] == '=' ? 0 : *number) + (step[sign] == '-' ? -*value : *value);
  }

  Seat* seat_ = nullptr;  ///< the seat of the event
  const Event* event_ = nullptr;
  std::size_t counted_ = 0;
  Words expected_;  ///< the sources of the next cards, set by `next`
};

/// The view of a new game, from its line. It needs `seats` and `you`; other words may be missing.
inline View begin_game(const Words& words) {
  View view;
  if (words.size() > 1) view.game = words[1];
  const auto play = effect(view.game, "play");
  const auto place = play.substr(play.find('>') + 1);
  if (place == "trick") view.played_to = PlayedTo::trick;
  if (place == "discards") view.played_to = PlayedTo::pile;
  for (std::size_t i = 2; i < words.size(); ++i) {
    const auto equals = words[i].find('=');
    if (equals == std::string_view::npos) continue;
    view.options.emplace(words[i].substr(0, equals), words[i].substr(equals + 1));
  }
  view.players = view.number("players");
  const int seats = std::clamp(view.number("seats", view.players), 1, 64);
  view.me = std::clamp(view.number("you"), 0, seats - 1);
  view.seats.resize(static_cast<std::size_t>(seats));
  view.stock_size = full_stock(view);
  for (auto& seat : view.seats) seat.pile = number_in(fact(view.game, "piles=")).value_or(0) / seats;
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
  bool has_failed = false;  ///< the conversation ended by a mistake of the bot

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
    table.follow(event);
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
    if (!comment.empty()) out << "# " << comment << '\n';
    return say("move ", words[1], " ", action);
  }

  /// Writes a line and flushes; false if nobody reads the output any more.
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
