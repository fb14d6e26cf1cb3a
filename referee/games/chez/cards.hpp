#pragma once

#include <bit>
#include <cstdint>

#include "cards/card.hpp"

namespace tribunal {

/// The rank of a card of Chez, 1 (ace) .. 13 (king); 0 is a joker.
using ChezRank = std::uint8_t;

namespace chez_ranks {
inline constexpr ChezRank joker = 0;
inline constexpr ChezRank ace = 1;
inline constexpr ChezRank six = 6;
inline constexpr ChezRank jack = 11;
inline constexpr ChezRank queen = 12;
inline constexpr ChezRank king = 13;
}  // namespace chez_ranks

[[nodiscard]] constexpr ChezRank chez_rank(Card card) {
  return card.is_joker() ? chez_ranks::joker
                         : static_cast<ChezRank>(card.is_ace() ? 1 : static_cast<int>(card.rank()));
}

[[nodiscard]] constexpr Card chez_card(ChezRank rank, Suit suit) {
  if (rank == chez_ranks::joker) return Card::joker();
  return {rank == chez_ranks::ace ? Rank::ace : static_cast<Rank>(rank), suit};
}

[[nodiscard]] constexpr bool is_red(Card card) {
  return !card.is_joker() && (card.suit() == Suit::diamonds || card.suit() == Suit::hearts);
}

/// Ranks as bits 0 (joker) .. 13 (king).
using ChezRanks = std::uint16_t;

inline constexpr ChezRanks all_chez_ranks = 0x3fff;

/// The ranks from `first` to `last`.
[[nodiscard]] constexpr ChezRanks ranks_between(ChezRank first, ChezRank last) {
  return static_cast<ChezRanks>((2U << last) - (1U << first));
}

/// The ranks that may be laid on `top`: as high or higher on red, as high or lower on black; a joker may be
/// laid on any card, and any card on a joker (docs/rules/chez.md, "What may be played").
[[nodiscard]] constexpr ChezRanks ranks_valid_on(Card top) {
  if (top.is_joker()) return all_chez_ranks;
  const auto rank = chez_rank(top);
  const auto higher = static_cast<ChezRanks>(all_chez_ranks & ~((1U << rank) - 1U));
  const auto lower = static_cast<ChezRanks>((1U << (rank + 1U)) - 1U);
  return static_cast<ChezRanks>((is_red(top) ? higher : lower) | 1U);
}

[[nodiscard]] constexpr bool is_valid_on(ChezRank rank, Card top) {
  return (ranks_valid_on(top) >> rank & 1U) != 0;
}

/// Suits as bits, in the order of `Suit`.
using SuitSet = std::uint8_t;

/// A multiset of cards, up to two of each face and any number of jokers. Its order is by ranks from the ace,
/// then by suits, with the jokers last.
class ChezCards {
 public:
  constexpr void add(Card card) {
    if (card.is_joker()) {
      ++jokers_;
    } else {
      ((once_ & bit(card)) == 0 ? once_ : twice_) |= bit(card);
    }
  }
  /// Removes a card, which must be present.
  constexpr void remove(Card card) {
    if (card.is_joker()) {
      --jokers_;
    } else {
      ((twice_ & bit(card)) != 0 ? twice_ : once_) &= ~bit(card);
    }
  }
  constexpr void remove(const ChezCards& cards) {
    cards.each([this](Card card) { remove(card); });
  }

  [[nodiscard]] constexpr bool empty() const { return once_ == 0 && jokers_ == 0; }
  [[nodiscard]] constexpr int size() const { return std::popcount(once_) + std::popcount(twice_) + jokers_; }
  [[nodiscard]] constexpr int jokers() const { return jokers_; }
  [[nodiscard]] constexpr int count(Card card) const {
    if (card.is_joker()) return jokers_;
    return ((once_ & bit(card)) != 0 ? 1 : 0) + ((twice_ & bit(card)) != 0 ? 1 : 0);
  }
  [[nodiscard]] constexpr bool has(Card card) const { return count(card) > 0; }
  [[nodiscard]] constexpr bool has(ChezRank rank) const {
    return rank == chez_ranks::joker ? jokers_ > 0 : suits(rank) != 0;
  }
  /// The suits of this rank (except the joker) that are present, and those that are present twice.
  [[nodiscard]] constexpr SuitSet suits(ChezRank rank) const { return nibble(once_, rank); }
  [[nodiscard]] constexpr SuitSet suits_twice(ChezRank rank) const { return nibble(twice_, rank); }
  /// True if one of these ranks is present.
  [[nodiscard]] constexpr bool has_any(ChezRanks ranks) const {
    if ((ranks & 1U) != 0 && jokers_ > 0) return true;
    for (ChezRank rank = 1; rank <= chez_ranks::king; ++rank) {
      if ((ranks >> rank & 1U) != 0 && suits(rank) != 0) return true;
    }
    return false;
  }

  /// The jacks, queens and kings.
  [[nodiscard]] constexpr ChezCards royals() const {
    ChezCards found;
    found.once_ = once_ >> royal_bit << royal_bit;
    found.twice_ = twice_ >> royal_bit << royal_bit;
    return found;
  }

  /// Calls `see` with each face once, in order.
  template <typename See>
  constexpr void each_face(See see) const {
    for (auto rest = once_; rest != 0; rest &= rest - 1) see(card_at(std::countr_zero(rest)));
    if (jokers_ > 0) see(Card::joker());
  }
  /// Calls `see` with each card, in order.
  template <typename See>
  constexpr void each(See see) const {
    each_face([&](Card card) {
      for (int copies = count(card); copies > 0; --copies) see(card);
    });
  }
  /// The card at `place` (from 0) in their order.
  [[nodiscard]] constexpr Card at(int place) const {
    for (auto rest = once_; rest != 0; rest &= rest - 1) {
      const auto card = card_at(std::countr_zero(rest));
      place -= count(card);
      if (place < 0) return card;
    }
    return Card::joker();
  }

  constexpr bool operator==(const ChezCards&) const = default;

 private:
  static constexpr int royal_bit = 40;

  static constexpr std::uint64_t bit(Card card) {
    return std::uint64_t{1} << (4U * (chez_rank(card) - 1U) + static_cast<unsigned>(card.suit()));
  }
  static constexpr Card card_at(int bit) {
    return chez_card(static_cast<ChezRank>(bit / 4 + 1), static_cast<Suit>(bit % 4));
  }
  static constexpr SuitSet nibble(std::uint64_t bits, ChezRank rank) {
    return static_cast<SuitSet>(bits >> (4U * (rank - 1U)) & 15U);
  }

  std::uint64_t once_ = 0;
  std::uint64_t twice_ = 0;
  std::uint8_t jokers_ = 0;
};

}  // namespace tribunal
