#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "cards/card.hpp"

namespace tribunal {

/// Up to `most` cards in a row, a flat value without heap memory. Of a pile the last one is the top.
template <std::size_t most>
class CardList {
 public:
  constexpr void add(Card card) { cards_[size_++] = card; }
  constexpr void add(std::span<const Card> cards) {
    std::ranges::copy(cards, cards_.begin() + size_);
    size_ = static_cast<std::uint8_t>(size_ + cards.size());
  }
  constexpr Card take() { return cards_[--size_]; }
  /// Removes a card, which must be present; the others keep their order.
  constexpr void remove(Card card) {
    const auto end = cards_.begin() + size_;
    std::shift_left(std::find(cards_.begin(), end, card), end, 1);
    --size_;
  }
  constexpr void clear() { size_ = 0; }
  [[nodiscard]] constexpr bool empty() const { return size_ == 0; }
  [[nodiscard]] constexpr std::size_t size() const { return size_; }
  [[nodiscard]] constexpr Card top() const { return cards_[size_ - 1U]; }
  [[nodiscard]] constexpr std::span<Card> cards() { return std::span{cards_}.first(size_); }
  [[nodiscard]] constexpr std::span<const Card> cards() const { return std::span{cards_}.first(size_); }

 private:
  static_assert(most < 256);
  std::array<Card, most> cards_{};
  std::uint8_t size_ = 0;
};

}  // namespace tribunal
