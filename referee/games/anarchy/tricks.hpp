#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "cards/card.hpp"
#include "games/core/event.hpp"
#include "games/core/game.hpp"
#include "games/core/hand.hpp"
#include "games/core/seat.hpp"

namespace tribunal {

// The simultaneous tricks of the Anarchy games: their captors, as pure functions of the shown cards. A trick
// has one card for each place at the table; a place without a card holds `Card{}`.

inline constexpr std::size_t most_places = 7;

/// The seat that captures the card of each place; `no_seat` if there is none.
using Captors = std::array<Seat, most_places>;

/// The order of two cards of one suit.
enum class RankOrder : std::uint8_t {
  usual,    ///< ace high, two low
  reversed  ///< two high, ace low: in the trick of the Bomb
};

inline constexpr int top_and_bottom = static_cast<int>(Rank::ace) + static_cast<int>(Rank::two);

/// The best of several cards, and the number of cards of its rank.
struct Lead {
  int cards = 0;
  int strength = 0;
  int sharers = 0;
  Seat place = no_seat;

  void see(Seat at, int with_strength) {
    ++cards;
    if (with_strength > strength) {
      strength = with_strength;
      sharers = 0;
      place = at;
    }
    if (with_strength == strength) ++sharers;
  }
};

using SuitLeads = std::array<Lead, suit_count>;

/// The highest card of each suit in the trick.
[[nodiscard]] SuitLeads lead_suits(std::span<const Card> trick, RankOrder order);

/// Whether the card is the only one of its suit.
[[nodiscard]] bool is_singleton(const SuitLeads& leads, Card card);

/// Each card goes to the highest of its suit, or stays with its place if the highest is shared.
[[nodiscard]] Captors to_suit_leads(std::span<const Card> trick, const SuitLeads& leads);

/// Anarchy: in each suit the highest card captures all cards of it; a suit shown once captures itself.
[[nodiscard]] Captors capture_in_suits(std::span<const Card> trick);

/// Anarchist Bomb: the highest card of a suit shown twice or more captures that suit. Among the singletons,
/// the suits shown once, the highest captures all; if the highest is shared, each captures itself. If the
/// highest card of a suit is shared (two packs), each card of that suit captures itself.
[[nodiscard]] Captors capture_with_singletons(std::span<const Card> trick, RankOrder order);

/// Snark (snark.cpp): the highest card of a suit shown twice or more captures that suit. Among the
/// singletons, the lowest with a unique rank captures all. If there is none, each takes the card of the next
/// seat, clockwise, that is tied with it.
[[nodiscard]] Captors capture_into_hands(std::span<const Card> trick);

/// The ways to capture in a trick.
enum class TrickKind : std::uint8_t { in_suits, with_singletons, into_hands };

/// The reasons of the captures in the events of a trick (`Game::reasons`). `odd`: the card that replaces a
/// joker.
[[nodiscard]] std::vector<Reason> capture_reasons(std::span<const Event> events, TrickKind kind, Card odd);

// The common parts of all Anarchy games, with bids or without.

inline constexpr std::size_t most_hand_cards = 13;

/// Deals `hand_size` cards to each of `hands`, one at a time from the dealer's left, from the top of the
/// stock; each seat sees its own cards.
void deal_round(std::span<const Card> stock, Seat dealer, std::size_t hand_size, std::span<Hand> hands,
                EventLog& events);

/// The cards of one trick and those that lie beside it, each with its captor.
class CapturedCards {
 public:
  struct Item {
    Card card;
    Seat by = no_seat;
  };

  CapturedCards() = default;
  CapturedCards(std::span<const Card> trick, const Captors& captors);

  void add(Card card, Seat by) { items_[size_++] = {card, by}; }
  [[nodiscard]] std::span<const Item> items() const { return {items_.data(), size_}; }

 private:
  std::array<Item, most_places + 2> items_{};  // two more for a turned-up card and a joker
  std::size_t size_ = 0;
};

/// Logs one event of `verb` for each capturing seat, in the order of seats.
void tell_captures(EventLog& events, Verb verb, const CapturedCards& captured);

}  // namespace tribunal
