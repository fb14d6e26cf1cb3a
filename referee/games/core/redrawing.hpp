#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <utility>

#include "cards/card.hpp"
#include "cards/deal.hpp"

namespace tribunal {

// Helpers for engines that draw hidden cards again.

/// Up to `most` cards that may lie in each other's places, without heap memory.
template <std::size_t most>
class CardPool {
 public:
  constexpr void add(Card card) { cards_[size_++] = card; }
  constexpr void add(std::span<const Card> cards) {
    std::ranges::copy(cards, cards_.begin() + size_);
    size_ += cards.size();
  }
  [[nodiscard]] constexpr std::size_t size() const { return size_; }
  [[nodiscard]] constexpr std::span<Card> cards() { return std::span{cards_}.first(size_); }
  [[nodiscard]] constexpr std::span<const Card> cards() const { return std::span{cards_}.first(size_); }

 private:
  std::array<Card, most> cards_{};
  std::size_t size_ = 0;
};

/// Brings `count` cards, drawn without replacement, to the front of `cards`, in the order of the draws.
inline void draw_first(std::span<Card> cards, std::size_t count, Stream& stream) {
  for (std::size_t i = 0; i < count; ++i) {
    std::swap(cards[i], cards[i + stream.uniform(static_cast<std::uint32_t>(cards.size() - i))]);
  }
}

/// Puts the cards that `came` from a stock, one after another, in front of `order`, another order of that
/// stock: each changes places with the card that lies there.
inline void bring_to_front(std::span<Card> order, std::span<const Card> came) {
  for (std::size_t i = 0; i < came.size(); ++i)
    std::iter_swap(order.begin() + i, std::ranges::find(order.subspan(i), came[i]));
}

}  // namespace tribunal
