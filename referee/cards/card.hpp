#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tribunal {

/// The suits in the order in which a fresh pack holds them.
enum class Suit : std::uint8_t { clubs, diamonds, hearts, spades };

inline constexpr int suit_count = 4;

/// Ranks by their usual number: 2 low, 11 jack, 12 queen, 13 king, 14 ace.
enum class Rank : std::uint8_t {
  two = 2,
  three,
  four,
  five,
  six,
  seven,
  eight,
  nine,
  ten,
  jack,
  queen,
  king,
  ace
};

/// A playing card, a joker, or a card that is not shown. Two cards of the same face from two packs are equal.
class Card {
 public:
  /// A card that is not shown, written `??`.
  constexpr Card() = default;
  constexpr Card(Rank rank, Suit suit)
      : index_{static_cast<std::uint8_t>(static_cast<int>(suit) * 13 + static_cast<int>(rank) - 2)} {}

  [[nodiscard]] static constexpr Card joker() { return from_index(joker_index); }

  /// The card at `index` (0..51: suit by suit in the order of `Suit`, 2 to ace in each; 52: joker; else
  /// hidden).
  [[nodiscard]] static constexpr Card from_index(std::uint8_t index) {
    Card card;
    card.index_ = index <= joker_index ? index : hidden_index;
    return card;
  }

  /// Reads `Kh`, `Td`, `2c`, `Jo` or `??`; returns nothing for any other text.
  [[nodiscard]] static std::optional<Card> parse(std::string_view text);

  [[nodiscard]] constexpr std::uint8_t index() const { return index_; }
  [[nodiscard]] constexpr bool is_joker() const { return index_ == joker_index; }
  [[nodiscard]] constexpr bool is_hidden() const { return index_ == hidden_index; }
  [[nodiscard]] constexpr bool is_ace() const { return index_ < joker_index && rank() == Rank::ace; }

  /// Call it only on a card that is neither joker nor hidden.
  [[nodiscard]] constexpr Rank rank() const { return static_cast<Rank>(index_ % 13 + 2); }
  /// Call it only on a card that is neither joker nor hidden.
  [[nodiscard]] constexpr Suit suit() const { return static_cast<Suit>(index_ / 13); }

  /// Appends the two characters of the card.
  void append_to(std::string& text) const;
  [[nodiscard]] std::string text() const;

  constexpr auto operator<=>(const Card&) const = default;

 private:
  static constexpr std::uint8_t joker_index = 52;
  static constexpr std::uint8_t hidden_index = 255;
  std::uint8_t index_ = hidden_index;
};

}  // namespace tribunal
