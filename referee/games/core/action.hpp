#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include "cards/card.hpp"
#include "games/core/seat.hpp"
#include "games/core/verbs.hpp"

namespace tribunal {

/// One decision of a seat: a verb and its arguments, written as one word: `play:Kh`, `pass`, `give:3c,4c,5c`.
/// A small value without heap memory; arguments are card indices, seats or numbers below 256, depending on
/// the verb.
class Action {
 public:
  static constexpr std::size_t max_arguments = 14;

  constexpr Action() = default;
  explicit constexpr Action(Verb verb, std::initializer_list<std::uint8_t> arguments = {}) : verb_{verb} {
    for (const auto argument : arguments) arguments_[size_++] = argument;
  }
  /// An action with at most `max_arguments` arguments.
  constexpr Action(Verb verb, std::span<const std::uint8_t> arguments) : verb_{verb} {
    for (const auto argument : arguments) arguments_[size_++] = argument;
  }
  constexpr Action(Verb verb, Card card) : Action{verb, {card.index()}} {}
  /// An action with at most `max_arguments` cards.
  constexpr Action(Verb verb, std::span<const Card> cards) : verb_{verb} {
    for (const auto card : cards) arguments_[size_++] = card.index();
  }

  [[nodiscard]] constexpr Verb verb() const { return verb_; }
  [[nodiscard]] constexpr std::span<const std::uint8_t> arguments() const {
    return {arguments_.data(), size_};
  }
  /// The argument at `i` as a card.
  [[nodiscard]] constexpr Card card(std::size_t i = 0) const { return Card::from_index(arguments_[i]); }

  void append_to(std::string& text) const;
  [[nodiscard]] std::string text() const;

  constexpr bool operator==(const Action&) const = default;

 private:
  Verb verb_ = verbs::pass;
  std::uint8_t size_ = 0;
  std::array<std::uint8_t, max_arguments> arguments_{};
};

/// The legal actions of a seat in their fixed order. Reuse one list: it allocates only while it grows.
using ActionList = std::vector<Action>;

/// A value for each action of a list, in its order.
using ActionValues = std::vector<float>;

/// One action for each wanted seat; the entries of other seats are ignored.
struct Choices {
  std::array<Action, max_seats> by_seat{};
  Action& operator[](Seat seat) { return by_seat[index_of(seat)]; }
  const Action& operator[](Seat seat) const { return by_seat[index_of(seat)]; }
};

}  // namespace tribunal
