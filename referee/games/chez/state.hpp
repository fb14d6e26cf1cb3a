#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "cards/card.hpp"
#include "games/chez/cards.hpp"
#include "games/core/card_list.hpp"
#include "games/core/seat.hpp"

namespace tribunal {

/// The holder of a card that is face down in the secondary pile.
inline constexpr Seat buried = -2;

/// A card in a hand, or buried with one, and the knowledge of the seats about it.
struct TracedCard {
  static constexpr std::uint16_t hidden = 0xffff;

  Card card;
  Seat holder = no_seat;
  Seat seat = no_seat;             ///< last seat that had it in hand
  std::uint8_t stock = 0;          ///< number of the stock that it was drawn from, by shuffles
  SeatSet seen_by{};               ///< seats that have seen its face since that shuffle
  SeatSet known_to{};              ///< seats that had seen it when the seat got it
  ChezRanks excluded = 0;          ///< ranks that all seats know it lacks, in addition to those of `hands`
  ChezRanks guessed = 0;           ///< further ranks that it lacks in an imagined game
  std::uint16_t came = 0;          ///< time at which the seat got it, by the trace's clock
  std::uint16_t open_at = hidden;  ///< time at which all saw it in the seat's hand, or laid from it
  std::uint32_t hands = 0;         ///< the `ChezLack`s of the trace in whose hand it was, as bits
};

/// Ranks that a hand lacks. All seats see it when the hand cannot act, or shows its royals.
struct ChezLack {
  ChezRanks ranks = 0;                  ///< ranks of which it has no card
  std::array<ChezRanks, 2> together{};  ///< sets of which it lacks at least one rank; 0: no set
  Seat seat = no_seat;
  std::uint16_t at = 0;  ///< by the trace's clock

  /// Whether it says everything that `other` says about the same cards.
  [[nodiscard]] bool covers(const ChezLack& other) const {
    const auto has = [&](std::size_t i) {
      return (other.together[i] & ranks) != 0 || (together[i] & ~other.together[i]) == 0 ||
             other.together[i] == 0;
    };
    return (other.ranks & ~ranks) == 0 && has(0) && has(1);
  }
};

/// The knowledge of the seats about the cards in hands, for a redraw; play does not depend on it. Of a seat's
/// equal cards the one that most seats have seen leaves first.
class ChezTrace {
 public:
  static constexpr std::size_t most = 110;
  static constexpr std::size_t most_lacks = 32;
  static constexpr std::size_t most_laid = 64;

  [[nodiscard]] std::span<TracedCard> cards() { return std::span{cards_}.first(size_); }
  [[nodiscard]] std::span<const TracedCard> cards() const { return std::span{cards_}.first(size_); }
  /// Laid cards for which the time of their arrival in the hand still matters, because the hand had lacked
  /// something or may hold an equal card.
  [[nodiscard]] std::span<TracedCard> laid() { return std::span{laid_}.first(laid_size_); }
  /// By bit of `TracedCard::hands`.
  [[nodiscard]] std::span<const ChezLack> lacks() const { return lacks_; }
  [[nodiscard]] std::uint8_t stock() const { return stock_; }
  /// With two packs each card has an equal one.
  void use_packs(int packs) { packs_ = static_cast<std::uint8_t>(packs); }
  [[nodiscard]] bool may_have_equal(Card card) const { return card.is_joker() || packs_ > 1; }

  /// The place of a card of the holder in `cards()`; the number of cards if there is none.
  [[nodiscard]] std::size_t find(Seat holder, Card card) const {
    std::size_t found = size_;
    for (std::size_t i = 0; i < size_; ++i) {
      if (cards_[i].card != card || cards_[i].holder != holder) continue;  // the most frequent case
      if (found == size_ || cards_[i].seen_by.size() > cards_[found].seen_by.size()) found = i;
    }
    return found;
  }

  void come(Seat holder, Card card, SeatSet seen_by) {
    cards_[size_++] = {.card = card,
                       .holder = holder,
                       .seat = holder,
                       .stock = stock_,
                       .seen_by = seen_by,
                       .known_to = seen_by.without(SeatSet::only(holder)),
                       .came = tick()};
  }
  /// The card is laid openly.
  void leave(Seat holder, Card card) { lay_open(find(holder, card)); }
  void leave(Seat holder) {
    for (std::size_t i = size_; i-- > 0;) {
      if (cards_[i].holder == holder) lay_open(i);
    }
  }
  /// The card passes to another hand, seen by `sees`. If `concealed`, it is not an equal card that is
  /// face-up.
  void pass(Seat from, Seat to, Card card, SeatSet sees, bool concealed) {
    auto at = find(from, card);
    for (std::size_t i = 0; concealed && i < size_; ++i) {
      if (cards_[i].holder == from && cards_[i].card == card && cards_[i].seen_by != SeatSet::all()) at = i;
    }
    if (at == size_) return;
    cards_[at].holder = cards_[at].seat = to;
    for (const auto seat : sees) cards_[at].seen_by.add(seat);
    cards_[at].known_to = cards_[at].seen_by.without(SeatSet::only(to));
    cards_[at].came = left_[index_of(from)] = tick();
    cards_[at].open_at = TracedCard::hidden;
  }
  /// The hand of a killed seat goes to the secondary pile, face down.
  void bury(Seat holder) {
    for (auto& traced : cards()) {
      if (traced.holder == holder) traced.holder = buried;
    }
  }
  /// The seat gets a card of the secondary pile. If it was not buried, all seats have seen it.
  void dig(Seat holder, Card card) {
    const auto at = find(buried, card);
    if (at == size_) return come(holder, card, SeatSet::all());
    cards_[at].holder = cards_[at].seat = holder;
    cards_[at].known_to = cards_[at].seen_by;
    cards_[at].seen_by.add(holder);
    cards_[at].came = tick();
  }
  /// The discards are shuffled into a new stock.
  void reshuffle() {
    for (std::size_t i = size_; i-- > 0;) {
      if (cards_[i].holder == buried) remove(i);
    }
    while (laid_size_ > 0) forget_laid();
    ++stock_;
  }
  /// All seats see the seat's royals, and so that its other cards are not royals.
  void reveal_royals(Seat holder) {
    constexpr auto royals = ranks_between(chez_ranks::jack, chez_ranks::king);
    for (auto& traced : cards()) {
      if (traced.holder != holder || (royals >> chez_rank(traced.card) & 1U) == 0) continue;
      traced.seen_by = SeatSet::all();
      if (traced.open_at == TracedCard::hidden) traced.open_at = tick();
    }
    exclude(holder, {.ranks = royals});
  }
  /// All seats see what the seat's hand lacks, except for cards that lie open.
  void exclude(Seat holder, ChezLack lack) {
    lack.seat = holder;
    lack.at = tick();
    const auto bit = place_for(lack);
    lacks_[bit] = lack;
    for (auto& traced : cards()) {
      const bool is_open_royal =
          traced.open_at != TracedCard::hidden && (lack.ranks >> chez_rank(traced.card) & 1U) != 0;
      if (traced.holder == holder && !is_open_royal) traced.hands |= 1U << bit;
    }
  }

 private:
  std::uint16_t tick() { return clock_ < TracedCard::hidden - 1 ? ++clock_ : clock_; }

  /// A bit that no card needs any longer; if there is none, that of the lack that was seen first.
  std::size_t place_for(const ChezLack& lack) {
    std::size_t place = most_lacks;
    for (std::size_t bit = 0; bit < lacks_.size(); ++bit) {
      const auto& other = lacks_[bit];
      const bool is_repeated =
          other.seat == lack.seat && left_[index_of(lack.seat)] <= other.at && lack.covers(other);
      if (is_repeated || !is_used(bit)) place = bit;
      if (is_repeated) break;
    }
    if (place == most_lacks) {
      place = static_cast<std::size_t>(std::ranges::min_element(lacks_, {}, &ChezLack::at) - lacks_.begin());
      keep_in_cards(place);
    }
    const auto others = ~(1U << place);
    for (auto& traced : cards()) traced.hands &= others;
    for (auto& traced : laid()) traced.hands &= others;
    return place;
  }
  [[nodiscard]] bool is_used(std::size_t bit) const {
    const auto uses = [bit](const TracedCard& card) { return (card.hands >> bit & 1U) != 0; };
    return std::ranges::any_of(cards(), uses) ||
           std::ranges::any_of(std::span{laid_}.first(laid_size_), uses);
  }
  /// If it is a castle or court, only a rank that its cards truly lack is remembered.
  void keep_in_cards(std::size_t bit) {
    ChezRanks held = 0;
    for (const auto& traced : cards()) {
      if ((traced.hands >> bit & 1U) != 0) held = static_cast<ChezRanks>(held | 1U << chez_rank(traced.card));
    }
    auto excluded = lacks_[bit].ranks;
    for (const auto ranks : lacks_[bit].together) {
      const auto lacked = static_cast<unsigned>(ranks & ~held);
      excluded = static_cast<ChezRanks>(excluded | (lacked & (0U - lacked)));
    }
    for (auto& traced : cards()) {
      if ((traced.hands >> bit & 1U) != 0) traced.excluded |= excluded;
    }
  }
  void lay_open(std::size_t at) {
    if (at == size_) return;
    auto& card = cards_[at];
    left_[index_of(card.holder)] = tick();
    if (card.open_at == TracedCard::hidden) card.open_at = clock_;
    const bool once_lacked =
        std::ranges::any_of(lacks_, [&](const ChezLack& lack) { return lack.seat == card.holder; });
    if (once_lacked || may_have_equal(card.card)) {
      if (laid_size_ == most_laid) forget_laid();
      laid_[laid_size_++] = card;
    }
    remove(at);
  }
  /// Forgets the first laid card. From now on it is taken as certain that it came to its hand when it did.
  void forget_laid() {
    const auto& card = laid_[0];
    for (std::size_t bit = 0; bit < lacks_.size(); ++bit) {
      if ((card.hands >> bit & 1U) == 0) continue;
      for (auto& ranks : lacks_[bit].together)
        ranks = static_cast<ChezRanks>(ranks & ~(1U << chez_rank(card.card)));
    }
    std::ranges::rotate(laid(), laid().begin() + 1);
    --laid_size_;
  }
  void remove(std::size_t at) { cards_[at] = cards_[--size_]; }

  std::array<TracedCard, most> cards_{};
  std::size_t size_ = 0;
  std::array<TracedCard, most_laid> laid_{};
  std::size_t laid_size_ = 0;
  std::array<ChezLack, most_lacks> lacks_{};
  std::array<std::uint16_t, 6> left_{};  ///< when a card last left each hand
  std::uint16_t clock_ = 0;
  std::uint8_t stock_ = 0;
  std::uint8_t packs_ = 1;
};

/// The rules of a game of Chez.
struct ChezRules {
  int players = 2;
  int packs = 1;
  int hand_size = 7;

  [[nodiscard]] int jokers() const { return 3 * packs; }
};

inline constexpr int most_chez_players = 6;
inline constexpr std::size_t most_chez_cards = 110;

/// A pile of cards; the last one is the top.
using ChezPile = CardList<most_chez_cards>;

/// The question to a wanted seat.
enum class ChezQuestion : std::uint8_t {
  act,          ///< an action of its turn
  extend_run,   ///< the next card of its revolution
  raise_siege,  ///< a siege, or a revolution from ace to king
  add_pair,     ///< one more king and queen
  aim_joker,    ///< the seat that picks up, or whose castle falls
  lead,         ///< the seat that plays next, and the direction
  swap,         ///< the seat to swap cards with
  retry,        ///< whether to swap again, or to keep the cards
  favour,       ///< the seat that gets a card
  offer,        ///< a card for another seat
  nope,         ///< an ace to nope with
  none,         ///< no seat is asked: the game is over
};

/// Whether only the asked seat knows of the question, if it passes.
[[nodiscard]] constexpr bool is_secret(ChezQuestion question) {
  return question == ChezQuestion::nope || question == ChezQuestion::extend_run ||
         question == ChezQuestion::add_pair;
}

/// The effect of a play, if it is not noped.
enum class ChezEffect : std::uint8_t {
  none,
  revolution,
  pick_up,
  extra,
  direction,
  swap,
  burden,
  raze,
  give
};

/// The action in progress.
struct ChezPlay {
  ChezRank rank = chez_ranks::joker;  ///< rank of a card or a set
  std::uint8_t count = 0;             ///< cards of the set, or pairs; 0 for any other play
  bool is_pair = false;
  bool court_card = false;   ///< whether one of the cards, or the king of a pair, is of the court
  bool court_queen = false;  ///< whether the queen of a pair is of the court
  bool set_rolled = false;
};

/// The effect of the action in progress, with all choices and rolls so far.
struct ChezPending {
  ChezEffect effect = ChezEffect::none;
  std::int8_t amount = 0;  ///< cards to pick up, extra actions, or the direction (1 or -1)
  Seat target = no_seat;
  Seat last_asked = no_seat;  ///< the last seat to ask in the round of nopes
  bool noped = false;
  std::uint8_t retries = 0;
  std::uint8_t wanted_offers = 0;
  std::uint8_t offers = 0;
  std::array<Card, 9> offered{};
  std::array<Card, 9> taken{};
};

/// A run that is being laid.
struct ChezRun {
  std::array<Card, 13> cards{};
  std::uint8_t size = 0;

  void add(Card card) { cards[size++] = card; }
  [[nodiscard]] ChezRank next_rank() const { return static_cast<ChezRank>(chez_rank(cards[size - 1U]) + 1); }
  /// Whether 2, 3, 4 and 5 are of four suits.
  [[nodiscard]] bool is_true() const {
    unsigned suits = 0;
    for (std::size_t i = 0; i < size; ++i) {
      const auto rank = chez_rank(cards[i]);
      if (rank >= 2 && rank <= 5) suits |= 1U << static_cast<unsigned>(cards[i].suit());
    }
    return suits == 15;
  }
  /// The number of heads that must roll: one, and one for each card beyond 2-5.
  [[nodiscard]] int heads() const { return size - 3; }
};

/// The state of a game without its chance and its log: a flat value.
struct ChezState {
  std::uint8_t players = 0;
  ChezQuestion question = ChezQuestion::none;
  Seat actor = 0;             ///< the seat whose turn it is
  Seat asked = no_seat;       ///< the seat to decide
  std::int8_t direction = 1;  ///< 1: seats ascend
  Seat chosen_next = no_seat;
  bool is_extra = false;  ///< whether the question is for an extra action
  std::uint16_t extra = 0;
  std::uint16_t turns = 0;
  SeatSet in;  ///< the seats still in

  std::array<ChezCards, most_chez_players> hands{};  ///< hands, including face-up cards in front of the seat
  std::array<ChezCards, most_chez_players> shown{};  ///< face-up royals, the court among them
  std::array<ChezCards, most_chez_players> courts{};
  SeatSet with_court;
  std::array<std::array<Card, 4>, most_chez_players> castles{};
  SeatSet with_castle;

  ChezPile stock;
  ChezPile pile;       ///< the pile to play on
  ChezPile secondary;  ///< the other discards
  std::array<Card, 13> siege_circle{};
  ChezTrace trace;  ///< the knowledge of the seats about cards in hands

  bool revolt = false;
  bool for_ever = false;
  std::uint8_t heads = 0;  ///< number of heads still to roll
  bool siege = false;
  Seat siege_by = no_seat;
  SeatSet besieged;  ///< the seats in when the siege began, except its player
  /// The rank that may extend the revolution on top, 0 if none may, and the seat that laid its last card.
  ChezRank open_rank = 0;
  Seat open_by = no_seat;

  ChezPlay play;
  ChezPending pending;
  ChezRun run;

  std::array<std::int8_t, max_seats> places{};  ///< 0: not placed yet
  std::int8_t best_place = 1;
  std::int8_t worst_place = 0;

  [[nodiscard]] ChezCards& hand(Seat seat) { return hands[index_of(seat)]; }
  [[nodiscard]] const ChezCards& hand(Seat seat) const { return hands[index_of(seat)]; }
  [[nodiscard]] bool is_over() const { return question == ChezQuestion::none; }

  /// The next seat in the direction of play, whether in the game or not.
  [[nodiscard]] Seat beside(Seat seat, int steps = 1) const {
    return static_cast<Seat>((seat + (steps % players) * direction + players) % players);
  }
  /// The next seat still in.
  [[nodiscard]] Seat next_in(Seat seat) const {
    do seat = beside(seat);
    while (!in.has(seat));
    return seat;
  }
};

/// Calls `visit` with each seat of the table, from `first` on, in the direction of play at the call.
template <typename Visit>
void each_from(const ChezState& state, Seat first, Visit visit) {
  const auto direction = state.direction;
  auto seat = first;
  for (int i = 0; i < state.players; ++i) {
    visit(seat);
    seat = static_cast<Seat>((seat + direction + state.players) % state.players);
  }
}

}  // namespace tribunal
