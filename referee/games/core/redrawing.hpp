#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "cards/card.hpp"
#include "cards/deal.hpp"

namespace tribunal {

// Helpers for engines that redraw hidden cards.

/// Brings `count` cards, drawn without replacement, to the front of `cards`, in the order of the draws.
inline void draw_first(std::span<Card> cards, std::size_t count, Stream& stream) {
  for (std::size_t i = 0; i < count; ++i) {
    std::swap(cards[i], cards[i + stream.uniform(static_cast<std::uint32_t>(cards.size() - i))]);
  }
}

/// Puts the cards of a stock in a random order that depends only on which cards there are, not on their
/// present order: with an equal stream, cards keep their relative order if others are missing.
inline void shuffle_alike(std::span<Card> cards, Stream& stream) {
  constexpr std::size_t most_cards = 128;
  constexpr std::size_t kinds = 53;
  std::array<std::uint32_t, kinds> words{};
  for (auto& word : words) word = stream.next_word();
  std::array<std::uint8_t, kinds> copies{};
  std::array<std::pair<std::uint64_t, Card>, most_cards> places{};
  for (std::size_t i = 0; i < cards.size(); ++i) {
    const auto kind = cards[i].index();
    auto mixed = (std::uint64_t{words.at(kind)} << 8U | copies.at(kind)++) * 0x9e3779b97f4a7c15;
    mixed = (mixed ^ mixed >> 30U) * 0xbf58476d1ce4e5b9;  // as SplitMix64 mixes
    places.at(i) = {mixed ^ mixed >> 27U, cards[i]};
  }
  std::sort(places.begin(), places.begin() + static_cast<std::ptrdiff_t>(cards.size()));
  for (std::size_t i = 0; i < cards.size(); ++i) cards[i] = places[i].second;
}

}  // namespace tribunal
