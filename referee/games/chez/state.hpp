#pragma once

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
  Card card;
  Seat holder = no_seat;
  std::uint8_t stock = 0;  ///< the number of its stock, by shuffles
  SeatSet seen_by;         ///< the seats that have seen its face since that shuffle
  ChezRanks excluded = 0;  ///< ranks that it cannot have: its holder was seen unable to play them
};

/// The knowledge of the seats about the cards in hands, for a redraw; play does not depend on it. Of a seat's
/// equal cards the one that most seats have seen leaves first.
class ChezTrace {
 public:
  static constexpr std::size_t most = 110;

  [[nodiscard]] std::span<TracedCard> cards() { return std::span{cards_}.first(size_); }
  [[nodiscard]] std::span<const TracedCard> cards() const { return std::span{cards_}.first(size_); }
  [[nodiscard]] std::uint8_t stock() const { return stock_; }

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
    cards_[size_++] = {.card = card, .holder = holder, .stock = stock_, .seen_by = seen_by};
  }
  /// The card is laid open.
  void leave(Seat holder, Card card) { remove(find(holder, card)); }
  void leave(Seat holder) {
    for (std::size_t i = size_; i-- > 0;) {
      if (cards_[i].holder == holder) remove(i);
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
    cards_[at].holder = to;
    for (const auto seat : sees) cards_[at].seen_by.add(seat);
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
    cards_[at].holder = holder;
    cards_[at].seen_by.add(holder);
  }
  /// The discards are shuffled into a new stock.
  void reshuffle() {
    leave(buried);
    ++stock_;
  }
  /// All seats see the seat's royals, and so that its other cards are not royals.
  void reveal_royals(Seat holder) {
    constexpr ChezRanks royals = 0b111U << chez_ranks::jack;
    for (auto& traced : cards()) {
      if (traced.holder != holder) continue;
      if ((royals >> chez_rank(traced.card) & 1U) != 0) {
        traced.seen_by = SeatSet::all();
      } else {
        traced.excluded |= royals;
      }
    }
  }
  /// All seats see that the seat has no card of these ranks.
  void exclude(Seat holder, ChezRanks ranks) {
    for (auto& traced : cards()) {
      if (traced.holder == holder) traced.excluded |= ranks;
    }
  }

 private:
  void remove(std::size_t at) {
    if (at < size_) cards_[at] = cards_[--size_];
  }

  std::array<TracedCard, most> cards_{};
  std::size_t size_ = 0;
  std::uint8_t stock_ = 0;
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
