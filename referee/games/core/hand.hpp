#pragma once

#include <bit>
#include <cstdint>

#include "cards/card.hpp"
#include "games/core/action.hpp"

namespace tribunal {

/// A set of cards by face: bit `Card::index()`.
using FaceSet = std::uint64_t;

[[nodiscard]] constexpr FaceSet face(Card card) { return FaceSet{1} << card.index(); }

/// The first card in the order of a fresh pack; `faces` is not empty.
[[nodiscard]] constexpr Card first_card(FaceSet faces) {
  return Card::from_index(static_cast<std::uint8_t>(std::countr_zero(faces)));
}

/// The card of the lowest rank, among equal ranks the first suit; a joker only if there is no other card.
/// `faces` is not empty.
[[nodiscard]] constexpr Card lowest_card(FaceSet faces) {
  Card lowest = first_card(faces);
  for (; faces != 0; faces &= faces - 1) {
    const Card card = first_card(faces);
    if (!card.is_joker() && card.rank() < lowest.rank()) lowest = card;
  }
  return lowest;
}

/// Appends `verb` with each of the cards.
inline void append_each(ActionList& actions, Verb verb, FaceSet faces) {
  for (; faces != 0; faces &= faces - 1) actions.emplace_back(verb, first_card(faces));
}

/// The hand of one seat: up to two cards of each face.
class Hand {
 public:
  constexpr void add(Card card) { ((once_ & face(card)) == 0 ? once_ : twice_) |= face(card); }
  constexpr void remove(Card card) { ((twice_ & face(card)) != 0 ? twice_ : once_) &= ~face(card); }
  [[nodiscard]] constexpr int count(Card card) const {
    return static_cast<int>((once_ >> card.index() & 1U) + (twice_ >> card.index() & 1U));
  }
  [[nodiscard]] constexpr FaceSet faces() const { return once_; }
  [[nodiscard]] constexpr FaceSet pairs() const { return twice_; }
  [[nodiscard]] constexpr bool empty() const { return once_ == 0; }
  [[nodiscard]] constexpr int size() const { return std::popcount(once_) + std::popcount(twice_); }
  /// Calls `see` with each card, in the order of a fresh pack.
  template <typename See>
  constexpr void each(See see) const {
    for (auto faces = once_; faces != 0; faces &= faces - 1) {
      const auto card = first_card(faces);
      see(card);
      if ((twice_ & face(card)) != 0) see(card);
    }
  }

 private:
  FaceSet once_ = 0;
  FaceSet twice_ = 0;
};

}  // namespace tribunal
