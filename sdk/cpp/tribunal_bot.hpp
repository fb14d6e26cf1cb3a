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
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tribunal::bot {

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
    for (auto rest = arguments(); !rest.empty() && !card_.known();) {
      const auto end = std::min(rest.find(','), rest.size());
      card_ = Card::parse(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
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
  [[nodiscard]] Cards cards() const;
  /// The number in the place `index` after the colon; `otherwise` if there is none.
  [[nodiscard]] int number(std::size_t index = 0, int otherwise = 0) const;
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
  Cards aside;                                              ///< tricks that nobody won, set aside
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
    const bool is_here = number >= 0 && static_cast<std::size_t>(number) < seats.size();
    return is_here ? seats[static_cast<std::size_t>(number)] : none;
  }

  /// An option's text; `otherwise` if the game has no such option.
  [[nodiscard]] std::string_view option(std::string_view name, std::string_view otherwise = {}) const {
    const auto found = options.find(name);
    return found == options.end() ? otherwise : std::string_view{found->second};
  }
  [[nodiscard]] bool is_on(std::string_view name) const { return option(name) == "on"; }
  [[nodiscard]] int number(std::string_view name, int otherwise = 0) const;

  /// The seat of the Mob, which the referee plays; -1 without the Mob.
  [[nodiscard]] int mob() const { return is_on("mob") ? static_cast<int>(seats.size()) - 1 : -1; }
  /// Number of packs of 52 in play.
  [[nodiscard]] int packs() const { return number("packs", 1); }
  /// Number of aces that all seats have shown in this hand.
  [[nodiscard]] int aces_shown() const;
  /// Number of aces until drawing, or the hand, ends: 4 in Revolution, 3 per pack in Mitch.
  [[nodiscard]] int aces_left() const;
  /// May `seat_number` put `card` on its meld by the Golden Rule (and option high_low)?
  [[nodiscard]] bool fits(int seat_number, Card card) const;
  /// The seat that wins the suit by the current melds; -1 if none does.
  [[nodiscard]] int winner(Suit suit) const;
  [[nodiscard]] bool winning(Suit suit) const { return winner(suit) == me; }
  /// True if meld `a` beats meld `b` of the same suit by length, then by their lowest cards.
  [[nodiscard]] bool beats(const Cards& a, const Cards& b) const;
  /// Every card of the game, except jokers, that you do not see now: it is in the stock, in a pile or in
  /// another hand.
  [[nodiscard]] Cards unseen() const;
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

/// Plays games until the referee sends `quit` or closes the connection. Returns the exit code for main: 1 if
/// `decide` returned no action, with a message on standard error.
inline int run(std::string_view name, std::string_view version, const Decide& decide, const Hooks& hooks = {},
               std::istream& in = std::cin, std::ostream& out = std::cout);

/// The view as a few lines of text, for debugging.
[[nodiscard]] inline std::string describe(const View& view);

// ---- How it works ----

namespace detail {

using Words = std::vector<std::string_view>;

inline void split(std::string_view line, Words& words, char separator = ' ') {
  words.clear();
  for (std::size_t start = 0; start < line.size();) {
    const auto end = std::min(line.find(separator, start), line.size());
    if (end > start) words.push_back(line.substr(start, end - start));
    start = end + 1;
  }
}

/// True if all of `text` is a number, which is then in `value`.
inline bool read(std::string_view text, int& value) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return false;
  value = number;
  return true;
}

/// Does the meld run upward (option high_low)?
inline bool runs_upward(const Cards& meld) { return meld.size() > 1 && meld[1].rank > meld[0].rank; }

/// The key for comparing melds of the same length. 32 is more than the number of cards of a suit in two
/// packs.
using TieKey = std::array<int, 32>;

/// The ranks from the lowest up; the Mob's cards are in any order.
inline TieKey low_cards(const Cards& meld) {
  TieKey ranks{};
  const auto count = std::min(meld.size(), ranks.size());
  for (std::size_t i = 0; i < count; ++i) ranks[i] = meld[i].rank;
  std::sort(ranks.data(), ranks.data() + count);
  return ranks;
}

/// The last card's distance from the end of the meld's direction; 0 if the meld runs up, 1 if down; the
/// distances of the earlier cards.
inline TieKey distances(const Cards& meld) {
  TieKey key{};
  const bool upward = runs_upward(meld);
  std::size_t place = 0;
  for (auto card = meld.rbegin(); card != meld.rend() && place < key.size(); ++card) {
    key[place++] = upward ? king - card->rank : card->rank - 2;
    if (place == 1) key[place++] = upward ? 0 : 1;
  }
  return key;
}

// The effect of a verb is a list of steps. The words of a game describe its table and the verbs with a
// different effect in it. docs/kits.md has the grammar of both.
using Row = std::array<std::string_view, 2>;

// generated by ./dev kits
inline constexpr std::array effects{
    Row{"hand", "number=0,clear"},
    Row{"deal", "stock|pile>hand"},
    Row{"draw", "stock|pile>hand"},
    Row{"play", "hand>melds"},
    Row{"score", "points=0,score=1"},
    Row{"turn", "stock>turned"},
    Row{"place", "out"},
    Row{"ace", "hand>aces"},
    Row{"take", "1:discards>,>hand"},
    Row{"discard", "hand>discards"},
    Row{"ante", "pot+0,chips-0"},
    Row{"pay", "pot+0,chips-0"},
    Row{"win", "pot-0,chips+0"},
    Row{"chips", "chips=1"},
    Row{"fold", "out"},
    Row{"round", "number=0,each:hand>pile"},
    Row{"trick", "pile+0,all:aside>,all:trick>"},
    Row{"aside", "all:trick>aside"},
    Row{"remove", "all:aside>discards"},
    Row{"bid", "bid=0"},
    Row{"give", "hand>to.hand"},
    Row{"exchange", "1:turned>hand,hand>turned"},
    Row{"bomb", "turned>,explode"},
    Row{"capture", "trick|turned>taken"},
    Row{"gather", "trick>hand"},
    Row{"bid-card", "bid=0,show"},
    Row{"lay", "royals|hand>discards"},
    Row{"castle", "hand>open"},
    Row{"court", "royals|hand>open"},
    Row{"pair", "royals|hand>discards"},
    Row{"revolution", "royals|hand>discards"},
    Row{"extend", "royals|hand>discards"},
    Row{"siege", "13:discards>turned,under:discards>"},
    Row{"nope", "hand>"},
    Row{"swap", "forget"},
    Row{"offer", "count"},
    Row{"retry", "next:hand,next:hand,next:royals|hand,next:hand"},
    Row{"favour", "forget"},
    Row{"deliver", "next|royals|hand>to.hand"},
    Row{"reshuffle", "stock=0,under:discards>"},
    Row{"reveal", "hand>open"},
    Row{"conceal", "open>hand"},
    Row{"execute", "open>"},
    Row{"ruin", "open>"},
    Row{"seize", ">hand,all:stock>"},
    Row{"killed", "all:hand>,all:open>,out"},
    Row{"finish", "out"},
    Row{"lose", "out"},
};
inline constexpr std::array games{
    Row{"mitch", "ace_limit=3"},
    Row{"tennis", "dealt=0 piles=48 without=A play:hand>trick"},
    Row{"anarchy", "dealt=0 play:hand>trick"},
    Row{"anarchist-bomb", "more5=678 dealt=0 play:hand>trick"},
    Row{"organised-chaos", "more5=678 dealt=0 play:hand>trick"},
    Row{"snark", "dealt=0 play:hand>trick"},
    Row{"chez", "dealt=55 play:royals|hand>discards turn:stock>discards"},
};
// end of generated

/// The text of the row `name`; empty if there is none.
template <typename Rows>
constexpr std::string_view row(const Rows& rows, std::string_view name) {
  for (const auto& [known, text] : rows) {
    if (known == name) return text;
  }
  return {};
}

/// The rest of the word that begins with `name`, such as `dealt=`; empty if there is none.
inline std::string_view fact(std::string_view game, std::string_view name) {
  Words words;
  split(row(games, game), words);
  for (const auto word : words) {
    if (word.substr(0, name.size()) == name) return word.substr(name.size());
  }
  return {};
}

inline int number_in(std::string_view game, std::string_view name, int otherwise) {
  read(fact(game, name), otherwise);
  return otherwise;
}

inline std::string_view effect(std::string_view game, std::string_view verb) {
  const auto own = fact(game, std::string{verb} + ":");
  return own.empty() ? row(effects, verb) : own;
}

inline PlayedTo played_to(std::string_view game) {
  const auto play = effect(game, "play");
  const auto place = play.substr(play.find('>') + 1);
  if (place == "discards") return PlayedTo::pile;
  return place == "trick" ? PlayedTo::trick : PlayedTo::melds;
}

/// Number of cards for dealing and drawing in a hand; 0 in games without drawing.
inline int full_stock(const View& view) { return number_in(view.game, "dealt=", 52) * view.packs(); }

/// Removes `card` from `cards`; false if it is not there.
inline bool take_out(Cards& cards, Card card) {
  const auto found = std::find(cards.begin(), cards.end(), card);
  if (found == cards.end()) return false;
  cards.erase(found);
  return true;
}

/// Applies the effects of verbs to a view. Two packs have two cards of each face: only the card in the place
/// that the effect names moves.
class Table {
 public:
  explicit Table(View& view) : view_{view} {}

  void follow(const Event& event) {
    event_ = &event;
    seat_ = &view_.seats[static_cast<std::size_t>(event.seat)];
    Words steps;
    split(effect(view_.game, event.verb), steps, ',');
    for (const auto step : steps) {
      const auto arrow = step.find('>');
      if (arrow == std::string_view::npos) {
        take_in(step);
      } else {
        move(step.substr(0, arrow), step.substr(arrow + 1));
      }
    }
  }

  /// Forgets the counted events and the sources that they have set.
  void forget() {
    counted_ = 0;
    sources_.clear();
  }

 private:
  /// A list of cards, or a number: of cards, of chips, of points.
  struct Place {
    Cards* cards = nullptr;
    int* number = nullptr;
  };

  [[nodiscard]] Place place_of(Seat& seat, std::string_view name, Card card = {}) {
    if (name == "melds" && card.suit != Suit::none) return {&seat.melds[index_of(card.suit)]};
    const std::array<std::pair<std::string_view, Place>, 14> places{
        {{"hand", {&seat.hand}},
         {"open", {&seat.open}},
         {"aces", {&seat.aces}},
         {"taken", {&seat.taken}},
         {"pile", {nullptr, &seat.pile}},
         {"chips", {nullptr, &seat.chips}},
         {"points", {nullptr, &seat.points}},
         {"score", {nullptr, &seat.score}},
         {"discards", {&view_.discards}},
         {"turned", {&view_.turned}},
         {"aside", {&view_.aside}},
         {"pot", {nullptr, &view_.pot}},
         {"stock", {nullptr, &view_.stock_size}},
         {"number", {nullptr, &view_.hand_number}}}};
    for (const auto& [known, place] : places) {
      if (known == name) return place;
    }
    return {};
  }

  void move(std::string_view what, std::string_view to) {
    const auto colon = what.find(':');
    if (colon == std::string_view::npos) return move_named(what, to);
    const auto which = what.substr(0, colon);
    const auto from = what.substr(colon + 1);
    if (which != "each") return move_some(*seat_, which, from, to);
    for (auto& seat : view_.seats) move_some(seat, "all", from, to);
  }

  /// Moves the cards of the event. With `to.PLACE` the first argument is the receiving seat.
  void move_named(std::string_view from, std::string_view to) {
    auto* receiver = seat_;
    const bool names_seat = to.substr(0, 3) == "to.";
    if (names_seat) {
      int number = -1;
      if (!event_->arguments.empty()) read(event_->arguments[0], number);
      if (number < 0 || static_cast<std::size_t>(number) >= view_.seats.size()) return;
      receiver = &view_.seats[static_cast<std::size_t>(number)];
      to.remove_prefix(3);
    }
    for (std::size_t i = names_seat ? 1 : 0; i < event_->arguments.size(); ++i) {
      const auto card = Card::parse(event_->arguments[i]);
      take(from, card);
      put(*receiver, to, card);
    }
  }

  /// Moves all cards, all but the last (`under`), or a number of the last.
  void move_some(Seat& seat, std::string_view which, std::string_view from, std::string_view to) {
    const auto [cards, number] = place_of(seat, from);
    Cards moved;
    if (number != nullptr) *number = 0;
    if (cards != nullptr) {
      auto count = static_cast<int>(cards->size());
      const auto last = cards->end() - (which == "under" && count > 0 ? 1 : 0);
      read(which, count);
      const auto first = last - std::min(last - cards->begin(), static_cast<std::ptrdiff_t>(count));
      moved.assign(first, last);
      cards->erase(first, last);
    } else if (from == "trick") {
      for (const auto& play : view_.trick) moved.push_back(play.card);
      view_.trick.clear();
    }
    for (const auto card : moved) put(seat, to, card);
  }

  /// Removes the card from the first of the places that has it; false if none has it.
  bool take(std::string_view from, Card card) {
    constexpr std::string_view next{"next|"};
    if (from.substr(0, next.size()) == next) {
      from.remove_prefix(next.size());
      if (!sources_.empty()) {
        from = sources_.front();
        sources_.erase(sources_.begin());
      }
    }
    Words places;
    split(from, places, '|');
    return std::any_of(places.begin(), places.end(), [&](auto place) { return take_from(place, card); });
  }

  bool take_from(std::string_view from, Card card) {
    if (from == "trick") {
      const auto is_it = [card](const Play& play) { return play.card == card; };
      const auto found = std::find_if(view_.trick.begin(), view_.trick.end(), is_it);
      if (found == view_.trick.end()) return false;
      view_.trick.erase(found);
      return true;
    }
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
    if (to == "trick") view_.trick.push_back({event_->seat, card});
  }

  /// A step without cards.
  void take_in(std::string_view step) {
    if (step == "clear") {
      clear();
    } else if (step == "out") {
      seat_->out = true;
    } else if (step == "show") {
      show();
    } else if (step == "explode") {
      explode();
    } else if (step == "forget") {
      forget();
    } else if (step == "count") {
      ++counted_;
    } else if (step.substr(0, 5) == "next:") {
      sources_.insert(sources_.end(), counted_, step.substr(5));
    } else {
      set(step);
    }
  }

  /// The seat deals a new hand.
  void clear() {
    view_.dealer = event_->seat;
    view_.discards.clear();
    view_.trick.clear();
    view_.turned.clear();
    view_.stock_size = full_stock(view_);
    for (auto& seat : view_.seats) {
      Seat fresh;
      fresh.points = seat.points;
      fresh.score = seat.score;
      fresh.pile = seat.pile;
      fresh.chips = seat.chips;
      seat = std::move(fresh);
    }
  }

  /// All seats see that the hand has the cards of the event.
  void show() {
    for (const auto argument : event_->arguments) {
      const auto card = Card::parse(argument);
      if (std::count(seat_->hand.begin(), seat_->hand.end(), card) > 0) continue;
      const auto unknown = std::find(seat_->hand.begin(), seat_->hand.end(), Card{});
      if (unknown != seat_->hand.end()) *unknown = card;
    }
  }

  /// The card of the event, if any, replaces the joker in the trick.
  void explode() {
    const Card joker = Card::parse("Jo");
    const bool has_card = !event_->arguments.empty();
    for (auto& play : view_.trick) {
      if (play.card == joker && has_card) play.card = Card::parse(event_->arguments[0]);
    }
    const auto is_joker = [&](const Play& play) { return play.card == joker && !has_card; };
    view_.trick.erase(std::remove_if(view_.trick.begin(), view_.trick.end(), is_joker), view_.trick.end());
  }

  /// `NAME=I`, `NAME+I` or `NAME-I`: sets the number to the argument I, or adds or subtracts it.
  void set(std::string_view step) {
    const auto sign = std::min(step.find_first_of("=+-"), step.size() - 1);
    std::size_t index = event_->arguments.size();
    if (int place = 0; read(step.substr(sign + 1), place)) index = static_cast<std::size_t>(place);
    if (index >= event_->arguments.size()) return;
    const auto word = event_->arguments[index];
    const auto name = step.substr(0, sign);
    if (name == "bid") {
      const auto suit = Card::parse(word).suit;
      seat_->bid = suit == Suit::none ? word : suit_names[index_of(suit)];
    }
    int value = 0;
    auto* const number = place_of(*seat_, name).number;
    if (number == nullptr || !read(word, value)) return;
    *number = step[sign] == '=' ? value : *number + (step[sign] == '+' ? value : -value);
  }

  View& view_;
  Seat* seat_ = nullptr;  ///< the seat of the event
  const Event* event_ = nullptr;
  std::size_t counted_ = 0;
  std::vector<std::string_view> sources_;  ///< the sources of the next cards, set by `next`
};

/// The view of a new game, from its line. It needs `seats` and `you`; other words may be missing.
inline View begin_game(const Words& words) {
  View view;
  if (words.size() > 1) view.game = words[1];
  view.played_to = played_to(view.game);
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
  for (auto& seat : view.seats) seat.pile = number_in(view.game, "piles=", 0) / seats;
  return view;
}

/// `result SCORE ... places PLACE ...`
inline void take_result(View& view, const Words& words) {
  auto* list = &view.scores;
  for (std::size_t i = 1; i < words.size(); ++i) {
    int value = 0;
    if (words[i] == "places") list = &view.places;
    if (read(words[i], value)) list->push_back(value);
  }
}

/// The conversation with the referee, line by line.
class Conversation {
 public:
  Conversation(std::string_view name, std::string_view version, const Decide& decide, const Hooks& hooks,
               std::ostream& out)
      : name_{name}, version_{version}, decide_{decide}, hooks_{hooks}, out_{out} {}

  /// True if the conversation ended by a mistake of the bot.
  [[nodiscard]] bool failed() const { return failed_; }

  /// Processes a line without its end; false if it was the last.
  bool hear(std::string_view line) {
    split(line, words_);
    if (words_.empty()) return true;
    const auto word = words_[0];
    if (word == "quit") return false;
    if (word == "ask") return answer();
    if (word == "tribunal") return say("ready ", name_, " ", version_);
    if (word == "game") {
      view_ = begin_game(words_);
      table_.forget();
      if (hooks_.game_start) hooks_.game_start(view_);
    } else if (word == "result") {
      take_result(view_, words_);
      if (hooks_.game_end) hooks_.game_end(view_);
    } else {
      hear_event();
    }
    return true;
  }

 private:
  void hear_event() {
    if (words_.size() < 2 || !read(words_[1], event_.seat)) return;
    seat_dummy();
    if (event_.seat < 0 || static_cast<std::size_t>(event_.seat) >= view_.seats.size()) return;
    event_.verb = words_[0];
    event_.arguments.assign(words_.begin() + 2, words_.end());
    table_.follow(event_);
    if (hooks_.event) hooks_.event(view_, event_);
  }

  /// The dummy, a hand that the referee plays, is the seat after those of the line `game`.
  void seat_dummy() {
    const auto seats = static_cast<int>(view_.seats.size());
    if (event_.seat == seats && view_.number("seats") == seats && view_.played_to == PlayedTo::trick) {
      view_.seats.emplace_back();
    }
  }

  bool answer() {
    if (words_.size() < 4) return true;
    read(words_[2], view_.milliseconds);
    view_.legal.clear();
    for (std::size_t i = 3; i < words_.size(); ++i) view_.legal.emplace_back(words_[i]);
    auto decision = decide_(view_);
    if (decision.action.empty()) return refuse();
    view_.legal.clear();
    for (char& c : decision.comment) {
      if (c == '\n' || c == '\r') c = ' ';  // a comment is one line
    }
    if (!decision.comment.empty()) out_ << "# " << decision.comment << '\n';
    return say("move ", words_[1], " ", decision.action);
  }

  /// The bot's function returned nothing. Without this message the referee would report an illegal action.
  bool refuse() {
    std::cerr << name_
              << ": the function that decides returned an empty text, which is not an action; expected "
              << "one of view.legal:";
    for (const auto& action : view_.legal) std::cerr << ' ' << action.text();
    std::cerr << std::endl;
    failed_ = true;
    return false;
  }

  /// Writes a line and flushes; false if nobody reads the output any more.
  template <typename... Parts>
  bool say(const Parts&... parts) {
    (out_ << ... << parts) << '\n' << std::flush;
    return static_cast<bool>(out_);
  }

  bool failed_ = false;
  std::string_view name_;
  std::string_view version_;
  const Decide& decide_;
  const Hooks& hooks_;
  std::ostream& out_;
  View view_;
  Table table_{view_};
  Event event_;
  Words words_;
};

/// Appends `name` and the cards, unless there are none.
inline void append(std::string& text, std::string_view name, const Cards& cards) {
  if (cards.empty()) return;
  text.append(" ").append(name);
  for (const auto card : cards) text.append(" ").append(card.text());
}

/// Appends `name` and a number, unless it is 0.
inline void append(std::string& text, std::string_view name, int number) {
  if (number != 0) text.append(" ").append(name).append(" ").append(std::to_string(number));
}

}  // namespace detail

inline Cards Action::cards() const {
  detail::Words words;
  detail::split(arguments(), words, ',');
  Cards cards;
  for (const auto word : words) {
    if (const auto card = Card::parse(word); card.known()) cards.push_back(card);
  }
  return cards;
}

inline int Action::number(std::size_t index, int otherwise) const {
  detail::Words words;
  detail::split(arguments(), words, ',');
  int value = 0;
  return index < words.size() && detail::read(words[index], value) ? value : otherwise;
}

inline int View::number(std::string_view name, int otherwise) const {
  int value = 0;
  return detail::read(option(name), value) ? value : otherwise;
}

inline int View::aces_shown() const {
  std::size_t shown = 0;
  for (const auto& seat : seats) shown += seat.aces.size();
  return static_cast<int>(shown);
}

inline int View::aces_left() const {
  const int limit = number("ace_limit");
  const int usual = detail::number_in(game, "ace_limit=", 4) * packs();
  return std::max(0, (limit > 0 ? limit : usual) - aces_shown());
}

inline bool View::fits(int seat_number, Card card) const {
  if (card.suit == Suit::none || card.rank == ace) return false;
  const auto& meld = seat(seat_number).meld(card.suit);
  if (meld.empty() || seat_number == mob()) return true;
  if (!is_on("high_low")) return card.rank < meld.back().rank;
  if (meld.size() == 1) return card.rank != meld.back().rank;
  return detail::runs_upward(meld) ? card.rank > meld.back().rank : card.rank < meld.back().rank;
}

inline bool View::beats(const Cards& a, const Cards& b) const {
  if (a.size() != b.size()) return a.size() > b.size();
  if (is_on("high_low")) return detail::distances(a) > detail::distances(b);
  const bool low_wins = option("suit_tie") == "low";
  return low_wins ? detail::low_cards(a) < detail::low_cards(b) : detail::low_cards(a) > detail::low_cards(b);
}

inline int View::winner(Suit suit) const {
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
      shared = true;  // with two packs melds can be equal: then nobody wins
    }
  }
  return shared ? -1 : best;
}

inline Cards View::unseen() const {
  const auto card_at = [](int i) { return Card{i % 13 + 2, static_cast<Suit>(i / 13)}; };
  std::array<int, 52> left{};
  const auto without = detail::fact(game, "without=");
  const auto more = detail::fact(game, "more" + std::to_string(players) + "=");  // ranks with one card more
  for (int i = 0; i < 52; ++i) {
    const auto has = [rank = card_at(i).text()[0]](std::string_view ranks) {
      return ranks.find(rank) < ranks.size();
    };
    left[static_cast<std::size_t>(i)] = has(without) ? 0 : packs() + (has(more) ? 1 : 0);
  }
  const auto see = [&left](const Cards& cards) {
    for (const auto card : cards) {
      if (card.suit != Suit::none) --left[index_of(card.suit) * 13 + static_cast<std::size_t>(card.rank) - 2];
    }
  };
  see(discards);
  see(turned);
  see(aside);
  for (const auto& play : trick) see({play.card});
  for (const auto& seat : seats) {
    see(seat.hand);
    see(seat.aces);
    see(seat.open);
    see(seat.taken);
    for (const auto& meld : seat.melds) see(meld);
  }
  Cards cards;
  cards.reserve(52);
  for (int i = 0; i < 52; ++i) {
    for (int copy = 0; copy < left[static_cast<std::size_t>(i)]; ++copy) {
      cards.push_back(card_at(i));
    }
  }
  return cards;
}

inline std::string describe(const View& view) {
  const auto say = [](int number) { return std::to_string(number); };
  std::string text = view.game + " hand " + say(view.hand_number) + " dealer " + say(view.dealer) + " me " +
                     say(view.me) + " stock " + say(view.stock_size) + " aces left " + say(view.aces_left()) +
                     "\n";
  for (int number = 0; number < static_cast<int>(view.seats.size()); ++number) {
    const auto& seat = view.seat(number);
    text += "seat " + say(number) + " points " + say(seat.points) + " score " + say(seat.score);
    detail::append(text, "hand", seat.hand);
    detail::append(text, "aces", seat.aces);
    for (std::size_t suit = 0; suit < suits.size(); ++suit) {
      detail::append(text, suit_names[suit], seat.melds[suit]);
      if (view.winner(suits[suit]) == number) text += "*";
    }
    detail::append(text, "open", seat.open);
    detail::append(text, "taken", seat.taken);
    detail::append(text, "pile", seat.pile);
    if (!seat.bid.empty()) text += " bid " + seat.bid;
    detail::append(text, "chips", seat.chips);
    text += seat.out ? " out\n" : "\n";
  }
  for (const auto& play : view.trick) text += "played " + play.card.text() + " by " + say(play.seat) + "\n";
  text += "pile";
  detail::append(text, "of", view.discards);
  detail::append(text, "turned", view.turned);
  detail::append(text, "aside", view.aside);
  detail::append(text, "pot", view.pot);
  text += "\nunseen";
  detail::append(text, say(static_cast<int>(view.unseen().size())), view.unseen());
  text += "\nlegal";
  for (const auto& action : view.legal) text += " " + action.text();
  return text + "\n";
}

inline int run(std::string_view name, std::string_view version, const Decide& decide, const Hooks& hooks,
               std::istream& in, std::ostream& out) {
  if (&in == &std::cin) std::ios::sync_with_stdio(false);
  in.tie(nullptr);
  detail::Conversation conversation{name, version, decide, hooks, out};
  std::string line;
  while (std::getline(in, line)) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (!conversation.hear(line)) break;
  }
  return conversation.failed() ? 1 : 0;
}

}  // namespace tribunal::bot

namespace tribunal {
using bot::run;
using bot::View;
}  // namespace tribunal

#endif
