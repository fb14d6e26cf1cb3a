// The C++ kit for bots of Tribunal: this one header, C++17 or later, the standard library only.
//
//   #include "tribunal_bot.hpp"
//   int main() {
//     return tribunal::run("mybot", "1.0", [](const tribunal::View& view) { return view.legal.front(); });
//   }
//
// A bot is a function from what it sees to one of its legal actions. The view keeps the table so that you
// need not; what it does not know (later versions of the protocol, other games' events) it ignores, and
// `Hooks::event` still gets it. Python's tribunal_bot.py has the same names and the same meanings.
//
// Everything lives in tribunal::bot, so that a bot may link the referee's library of games as well; `run` and
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

/// A legal action: the referee's own word (`play:Kh`, `give:2,3c,4c,5c`, `pass`) and what it says.
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
  /// The card (the first, if it names several); unknown if it names none.
  [[nodiscard]] Card card() const { return card_; }
  /// All cards that it names.
  [[nodiscard]] Cards cards() const;
  /// The number in the place `index` after the colon; `otherwise` if there is none.
  [[nodiscard]] int number(std::size_t index = 0, int otherwise = 0) const;
  /// The seat that it names; -1 if it names none.
  [[nodiscard]] int seat() const { return number(0, -1); }

  friend bool operator==(const Action& a, const Action& b) { return a.text_ == b.text_; }
  friend bool operator!=(const Action& a, const Action& b) { return !(a == b); }

 private:
  std::string text_;
  std::size_t verb_size_ = 0;
  Card card_;
};

/// An answer: an action, and a comment if you like, which the referee keeps in the log beside the move.
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

/// A place at the table and all that is known of it. The Mob and the dummy have one too, the last.
struct Seat {
  Cards hand;                  ///< its cards: yours open; of others' those taken openly, the rest unknown
  std::array<Cards, 4> melds;  ///< by suit, in the order of play
  Cards aces;                  ///< aces it showed and put aside
  int points = 0;              ///< points of the last hand that was scored
  int score = 0;               ///< score of the game so far
  Cards open;                  ///< cards open before it beside melds: a castle, face-up royals
  Cards taken;                 ///< cards captured in this hand
  int pile = 0;                ///< cards in its face-down pile
  std::string bid;             ///< its bid in this hand; empty if it made none
  int chips = 0;               ///< won in the game so far, less what it has in the pot
  bool out = false;            ///< it folded this hand, or the game is over for it

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

/// The place that cards are played to: melds before their seats, a trick, or the discard pile.
enum class PlayedTo : std::uint8_t { melds, trick, pile };

/// The table as you see it when you are asked, and when a hook is called.
struct View {
  std::string game;                                         ///< `mitch`, `revolution`, ...
  std::map<std::string, std::string, std::less<>> options;  ///< the words key=value of the line `game`
  int me = 0;                                               ///< your seat, from 0
  int players = 0;                                          ///< seats that bots play
  std::vector<Seat> seats{1};                               ///< all seats, clockwise
  PlayedTo played_to = PlayedTo::melds;                     ///< the place that cards are played to
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
  std::vector<int> scores;    ///< the game's result a seat, when it is over
  std::vector<int> places;    ///< from 1, when it is over; 0: no part in the score

  [[nodiscard]] const Seat& mine() const { return seats[static_cast<std::size_t>(me)]; }
  [[nodiscard]] const Cards& hand() const { return mine().hand; }
  /// The seat of this number; one that has nothing if there is none, as for an action without a seat.
  [[nodiscard]] const Seat& seat(int number) const {
    static const Seat none;
    const bool is_here = number >= 0 && static_cast<std::size_t>(number) < seats.size();
    return is_here ? seats[static_cast<std::size_t>(number)] : none;
  }

  /// An option's text, `otherwise` if the game has none of that name.
  [[nodiscard]] std::string_view option(std::string_view name, std::string_view otherwise = {}) const {
    const auto found = options.find(name);
    return found == options.end() ? otherwise : std::string_view{found->second};
  }
  [[nodiscard]] bool is_on(std::string_view name) const { return option(name) == "on"; }
  [[nodiscard]] int number(std::string_view name, int otherwise = 0) const;

  /// The seat of the Mob, which the referee plays; -1 if it is not here.
  [[nodiscard]] int mob() const { return is_on("mob") ? static_cast<int>(seats.size()) - 1 : -1; }
  /// Packs of 52 in play.
  [[nodiscard]] int packs() const { return number("packs", 1); }
  /// Aces that all seats have shown in this hand.
  [[nodiscard]] int aces_shown() const;
  /// Aces that still have to come until drawing, or the hand, ends: 4 in Revolution, 3 a pack in Mitch.
  [[nodiscard]] int aces_left() const;
  /// May `seat_number` put `card` on its meld by the Golden Rule (and option high_low)?
  [[nodiscard]] bool fits(int seat_number, Card card) const;
  /// The seat that wins the suit as the melds lie; -1 if none does.
  [[nodiscard]] int winner(Suit suit) const;
  [[nodiscard]] bool winning(Suit suit) const { return winner(suit) == me; }
  /// True if meld `a` beats meld `b` of the same suit by length, then by their lowest cards.
  [[nodiscard]] bool beats(const Cards& a, const Cards& b) const;
  /// Every card of the game, jokers aside, that you do not see now: it is in the stock, in a pile or in
  /// another hand.
  [[nodiscard]] Cards unseen() const;
};

/// Something that happened: `VERB SEAT ARGUMENTS`. Its words live as long as the call of the hook.
struct Event {
  std::string_view verb;
  int seat = 0;
  std::vector<std::string_view> arguments;
};

/// Functions that you may want to be called; each may be left empty.
struct Hooks {
  std::function<void(const View&)> game_start;
  std::function<void(const View&, const Event&)> event;  ///< after the view has taken it in
  std::function<void(const View&)> game_end;             ///< scores and places are known
};

using Decide = std::function<Decision(const View&)>;

/// Plays games until the referee says quit or hangs up. Returns the exit code for main: 1 if `decide`
/// returned no action, which is said on standard error.
inline int run(std::string_view name, std::string_view version, const Decide& decide, const Hooks& hooks = {},
               std::istream& in = std::cin, std::ostream& out = std::cout);

/// The view as a few lines of text, to look at while debugging.
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

/// The key by which melds of the same length are compared. 32 is more than the cards of a suit in two packs.
using TieKey = std::array<int, 32>;

/// The ranks from the lowest up; the Mob's cards lie in any order.
inline TieKey low_cards(const Cards& meld) {
  TieKey ranks{};
  const auto count = std::min(meld.size(), ranks.size());
  for (std::size_t i = 0; i < count; ++i) ranks[i] = meld[i].rank;
  std::sort(ranks.data(), ranks.data() + count);
  return ranks;
}

/// The last card's distance from the end that the meld runs to; 0 if it runs up, 1 if down; the distances of
/// the cards before it.
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

inline PlayedTo played_to(std::string_view game) {
  constexpr std::array<std::string_view, 5> of_tricks{"tennis", "anarchy", "anarchist-bomb",
                                                      "organised-chaos", "snark"};
  if (game == "chez") return PlayedTo::pile;
  const bool tricks = std::find(of_tricks.begin(), of_tricks.end(), game) != of_tricks.end();
  return tricks ? PlayedTo::trick : PlayedTo::melds;
}

/// Cards of which a hand is dealt and then drawn; none where nobody draws.
inline int full_stock(const View& view) {
  switch (view.played_to) {
    case PlayedTo::melds:
      return 52 * view.packs();
    case PlayedTo::pile:
      return 55 * view.packs();
    default:
      return 0;
  }
}

/// Takes `card` out of `cards`; false if it is not there.
inline bool take_out(Cards& cards, Card card) {
  const auto found = std::find(cards.begin(), cards.end(), card);
  if (found == cards.end()) return false;
  cards.erase(found);
  return true;
}

/// Takes `card` out of `hand`: the card itself if it is known to be there, or else one that is not known.
/// After an unknown card has left, no other is sure to be there.
inline void remove(Cards& hand, Card card) {
  if (!card.known()) std::fill(hand.begin(), hand.end(), Card{});
  if (!take_out(hand, card)) take_out(hand, Card{});
}

// Two packs have two cards of each face: a card is the one in the place that the verb and the rules name, and
// never the other, which stays where it is.

/// The card leaves the seat as one that is held: a royal that lies face-up leaves before its equal in the
/// hand. Nothing that lies in a castle is held.
inline void leave(Seat& seat, Card card) {
  const bool is_royal = card.rank >= jack && card.rank <= king;
  if (!is_royal || !take_out(seat.open, card)) remove(seat.hand, card);
}

/// The card goes from the hand to what lies open.
inline void lay_open(Seat& seat, Card card) {
  remove(seat.hand, card);
  seat.open.push_back(card);
}

/// A swap in Chez. The cards that go back for a `retry` are the delivered ones, concealed, whichever cards
/// lie face-up beside them.
struct Swap {
  int cards = 0;       ///< cards that are swapped
  int deliveries = 0;  ///< deliveries since the `retry`
  bool again = false;  ///< there was a `retry`

  void follow(std::string_view verb) {
    if (verb == "swap" || verb == "favour") *this = {};
    if (verb == "offer") ++cards;
    if (verb == "retry") {
      again = true;
      deliveries = 0;
    }
  }
  /// True if the next delivered card lies concealed. In a retry all cards go back, others are drawn from the
  /// whole hand, and the offered ones follow.
  bool delivers_concealed() {
    const int place = deliveries++;
    return again && (place < 2 * cards || place >= 3 * cards);
  }
};

inline void begin_hand(View& view, const Event& event) {
  view.dealer = event.seat;
  if (!event.arguments.empty()) read(event.arguments[0], view.hand_number);
  view.discards.clear();
  view.trick.clear();
  view.turned.clear();
  view.stock_size = full_stock(view);
  for (auto& seat : view.seats) {
    seat.hand.clear();
    seat.aces.clear();
    seat.open.clear();
    seat.taken.clear();
    for (auto& meld : seat.melds) meld.clear();
    seat.bid.clear();
    seat.out = false;
  }
}

/// A round of Tennis: what is left in hand goes under the piles.
inline void begin_round(View& view, int number) {
  view.hand_number = number;
  for (auto& seat : view.seats) {
    seat.pile += static_cast<int>(seat.hand.size());
    seat.hand.clear();
  }
}

inline void lay_on_pile(View& view, Seat& seat, Card card) {
  leave(seat, card);
  view.discards.push_back(card);
}

inline void play_card(View& view, Seat& seat, int number, Card card) {
  if (view.played_to == PlayedTo::pile) return lay_on_pile(view, seat, card);
  remove(seat.hand, card);
  if (view.played_to == PlayedTo::trick) {
    view.trick.push_back({number, card});
  } else if (card.suit != Suit::none) {
    seat.melds[index_of(card.suit)].push_back(card);
  }
}

/// The joker that the seat played leaves the trick; the odd card, if there is one, takes its place.
inline void explode(View& view, int number, Card odd) {
  const auto joker = std::find_if(view.trick.begin(), view.trick.end(),
                                  [&](const Play& play) { return play.seat == number; });
  if (joker == view.trick.end()) return;
  if (odd.known()) {
    take_out(view.turned, odd);
    joker->card = odd;
  } else {
    view.trick.erase(joker);
  }
}

inline void draw_card(View& view, Seat& seat, Card card) {
  seat.hand.push_back(card);
  if (view.stock_size > 0) {
    --view.stock_size;
  } else if (seat.pile > 0) {
    --seat.pile;
  }
}

/// The moves of a card in most games; false if the verb is none of them.
inline bool move_card(View& view, Seat& seat, const Event& event, Card card) {
  const auto verb = event.verb;
  if (verb == "deal" || verb == "draw") {
    draw_card(view, seat, card);
  } else if (verb == "take") {
    if (!view.discards.empty()) view.discards.pop_back();
    seat.hand.push_back(card);
  } else if (verb == "play") {
    play_card(view, seat, event.seat, card);
  } else if (verb == "discard") {
    remove(seat.hand, card);
    view.discards.push_back(card);
  } else if (verb == "ace") {
    remove(seat.hand, card);
    seat.aces.push_back(card);
  } else if (verb == "turn") {
    (view.played_to == PlayedTo::pile ? view.discards : view.turned).push_back(card);
    view.stock_size = std::max(0, view.stock_size - 1);
  } else {
    return false;
  }
  return true;
}

/// Takes a card with this face out of the trick; false if there is none.
inline bool take_from_trick(View& view, Card card) {
  const auto found =
      std::find_if(view.trick.begin(), view.trick.end(), [&](const Play& play) { return play.card == card; });
  if (found == view.trick.end()) return false;
  view.trick.erase(found);
  return true;
}

/// The moves of a card in games with tricks; false if the verb is none of them.
inline bool move_in_tricks(View& view, Seat& seat, std::string_view verb, Card card) {
  if (verb == "exchange") {
    remove(seat.hand, card);
    if (!view.turned.empty()) std::swap(view.turned.back(), card);
    seat.hand.push_back(card);
  } else if (verb == "capture") {
    if (!take_from_trick(view, card)) take_out(view.turned, card);
    seat.taken.push_back(card);
  } else if (verb == "gather") {
    take_from_trick(view, card);
    seat.hand.push_back(card);
  } else {
    return false;
  }
  return true;
}

/// The moves of a card in Chez; false if the verb is none of them.
inline bool move_in_chez(View& view, Seat& seat, std::string_view verb, Card card) {
  if (verb == "lay" || verb == "pair" || verb == "revolution" || verb == "extend") {
    lay_on_pile(view, seat, card);
  } else if (verb == "nope") {
    remove(seat.hand, card);
  } else if (verb == "execute" || verb == "ruin") {
    take_out(seat.open, card);
  } else if (verb == "castle" || verb == "reveal") {
    lay_open(seat, card);
  } else if (verb == "court") {  // a royal that lies face-up already joins it
    leave(seat, card);
    seat.open.push_back(card);
  } else if (verb == "conceal") {
    take_out(seat.open, card);
    seat.hand.push_back(card);
  } else if (verb == "seize") {
    seat.hand.push_back(card);
    view.stock_size = 0;
  } else {
    return false;
  }
  return true;
}

/// `trick`, `aside` and `remove`: what becomes of tricks that go to piles.
inline void end_trick(View& view, Seat& seat, std::string_view verb, int cards) {
  if (verb == "aside") {
    for (const auto& play : view.trick) view.aside.push_back(play.card);
  } else {
    if (verb == "trick") seat.pile += cards;
    if (verb == "remove") view.discards.insert(view.discards.end(), view.aside.begin(), view.aside.end());
    view.aside.clear();
  }
  view.trick.clear();
}

/// `give` and `deliver`: cards go from one hand into another.
inline void hand_over(View& view, Swap& swap, Seat& seat, const Event& event) {
  int to = 0;
  if (event.arguments.empty() || !read(event.arguments[0], to)) return;
  if (to < 0 || static_cast<std::size_t>(to) >= view.seats.size()) return;
  for (std::size_t i = 1; i < event.arguments.size(); ++i) {
    const auto card = Card::parse(event.arguments[i]);
    if (event.verb == "give" || swap.delivers_concealed()) {
      remove(seat.hand, card);
    } else {
      leave(seat, card);
    }
    view.seats[static_cast<std::size_t>(to)].hand.push_back(card);
  }
}

/// Only the top card stays on the pile.
inline void keep_top(Cards& pile) {
  if (pile.size() > 1) pile.erase(pile.begin(), pile.end() - 1);
}

/// The thirteen cards of the run lie round the pile, and of that only its top stays.
inline void begin_siege(View& view) {
  const auto size = static_cast<std::ptrdiff_t>(view.discards.size());
  const auto run = view.discards.end() - std::min<std::ptrdiff_t>(13, size);
  view.turned.insert(view.turned.end(), run, view.discards.end());
  view.discards.erase(run, view.discards.end());
  keep_top(view.discards);
}

/// Chips go into the pot and out of it; false if the verb is not about them.
inline bool move_chips(View& view, Seat& seat, std::string_view verb, const std::array<int, 2>& numbers) {
  if (verb == "ante" || verb == "pay") {
    view.pot += numbers[0];
    seat.chips -= numbers[0];
  } else if (verb == "win") {
    view.pot -= numbers[0];
    seat.chips += numbers[0];
  } else if (verb == "chips") {
    seat.chips = numbers[1];
  } else {
    return false;
  }
  return true;
}

/// The seat takes no part any more, in this hand or in the game; false if the verb says no such thing.
inline bool leave_table(Seat& seat, std::string_view verb) {
  if (verb == "killed") {
    seat.hand.clear();
    seat.open.clear();
  } else if (verb != "fold" && verb != "finish" && verb != "lose" && verb != "place") {
    return false;
  }
  seat.out = true;
  return true;
}

/// The seat bids the suit of a card of its hand, which all see now, and keeps it.
inline void show_bid(Seat& seat, Card card) {
  if (!card.known() || card.suit == Suit::none) return;
  seat.bid = suit_names[index_of(card.suit)];
  if (std::find(seat.hand.begin(), seat.hand.end(), card) != seat.hand.end()) return;
  const auto unknown = std::find(seat.hand.begin(), seat.hand.end(), Card{});
  if (unknown != seat.hand.end()) *unknown = card;
}

/// Other events that are not moves of their cards one by one; false if it is none of them.
inline bool take_news(View& view, Swap& swap, Seat& seat, const Event& event,
                      const std::array<int, 2>& numbers) {
  const auto verb = event.verb;
  if (verb == "hand") {
    begin_hand(view, event);
  } else if (verb == "round") {
    begin_round(view, numbers[0]);
  } else if (verb == "score") {
    if (event.arguments.size() < 2) return true;
    read(event.arguments[0], seat.points);
    read(event.arguments[1], seat.score);
  } else if (verb == "bid") {
    if (!event.arguments.empty()) seat.bid = event.arguments[0];
  } else if (verb == "bid-card") {
    if (!event.arguments.empty()) show_bid(seat, Card::parse(event.arguments[0]));
  } else if (verb == "trick" || verb == "aside" || verb == "remove") {
    end_trick(view, seat, verb, numbers[0]);
  } else if (verb == "bomb") {
    explode(view, event.seat, event.arguments.empty() ? Card{} : Card::parse(event.arguments[0]));
  } else if (verb == "give" || verb == "deliver") {
    hand_over(view, swap, seat, event);
  } else if (verb == "reshuffle") {
    view.stock_size = numbers[0];
    keep_top(view.discards);
  } else if (verb == "siege") {
    begin_siege(view);
  } else {
    return false;
  }
  return true;
}

inline void take_event(View& view, Swap& swap, const Event& event) {
  auto& seat = view.seats[static_cast<std::size_t>(event.seat)];
  const auto verb = event.verb;
  std::array<int, 2> numbers{};
  for (std::size_t i = 0; i < std::min(numbers.size(), event.arguments.size()); ++i) {
    read(event.arguments[i], numbers[i]);
  }
  swap.follow(verb);
  if (take_news(view, swap, seat, event, numbers) || move_chips(view, seat, verb, numbers)) return;
  if (leave_table(seat, verb)) return;
  for (const auto argument : event.arguments) {
    const auto card = Card::parse(argument);
    if (!move_card(view, seat, event, card) && !move_in_tricks(view, seat, verb, card) &&
        !move_in_chez(view, seat, verb, card)) {
      return;
    }
  }
}

/// The view of a new game, from its line. `seats` and `you` are needed; all else may be missing.
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
  if (view.game == "tennis") {
    for (auto& seat : view.seats) seat.pile = 48 / seats;
  }
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

  /// Hears a line without its end; false if it was the last.
  bool hear(std::string_view line) {
    split(line, words_);
    if (words_.empty()) return true;
    const auto word = words_[0];
    if (word == "quit") return false;
    if (word == "ask") return answer();
    if (word == "tribunal") return say("ready ", name_, " ", version_);
    if (word == "game") {
      view_ = begin_game(words_);
      swap_ = {};
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
    take_event(view_, swap_, event_);
    if (hooks_.event) hooks_.event(view_, event_);
  }

  /// The dummy, a hand that the referee plays, sits behind the seats of the line `game`.
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

  /// The bot's function returned nothing: a mistake in it, which the referee would call an illegal action.
  bool refuse() {
    std::cerr << name_ << ": the function that decides returned an empty text, which is no action; expected "
              << "one of view.legal:";
    for (const auto& action : view_.legal) std::cerr << ' ' << action.text();
    std::cerr << std::endl;
    failed_ = true;
    return false;
  }

  /// Writes a line and flushes; false if nobody reads any more.
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
  Swap swap_;
  Event event_;
  Words words_;
};

/// The number of cards of this face in the game. The joker is none of them.
inline int copies_of(const View& view, Card card) {
  if (view.game == "tennis" && card.rank == ace) return 0;
  const bool has_part_of_second_pack =
      view.players == 5 && (view.game == "anarchist-bomb" || view.game == "organised-chaos");
  return view.packs() + (has_part_of_second_pack && card.rank >= 6 && card.rank <= 8 ? 1 : 0);
}

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
  const int usual = game == "mitch" ? 3 * packs() : 4 * packs();
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
    if (meld.empty() || seat(other).out) continue;  // a folded seat takes part in no comparison
    if (best < 0 || beats(meld, seat(best).meld(suit))) {
      best = other;
      shared = false;
    } else if (!beats(seat(best).meld(suit), meld)) {
      shared = true;  // two packs can lie in equal melds: nobody wins
    }
  }
  return shared ? -1 : best;
}

inline Cards View::unseen() const {
  const auto card_at = [](int i) { return Card{i % 13 + 2, static_cast<Suit>(i / 13)}; };
  std::array<int, 52> left{};
  for (int i = 0; i < 52; ++i) left[static_cast<std::size_t>(i)] = detail::copies_of(*this, card_at(i));
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
