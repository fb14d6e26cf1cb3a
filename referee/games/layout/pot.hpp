#pragma once

#include <array>
#include <cstdint>

#include "games/core/seat.hpp"

namespace tribunal {

/// The share at `place` (from 0) if `chips` are divided among `sharers`: equal shares, and the odd chips one
/// each to the first.
[[nodiscard]] constexpr std::int32_t share_of(std::int32_t chips, int sharers, int place) {
  return chips / sharers + (place < chips % sharers ? 1 : 0);
}

/// The chips of a game: those in the pot, and the total that each seat has won (or, below zero, lost). Chips
/// only move between a seat and the pot, so the pot and all winnings always add up to 0.
class Pot {
 public:
  [[nodiscard]] constexpr std::int32_t chips() const { return chips_; }
  [[nodiscard]] constexpr bool empty() const { return chips_ == 0; }
  [[nodiscard]] constexpr std::int32_t won(Seat seat) const { return won_[index_of(seat)]; }
  [[nodiscard]] constexpr const std::array<std::int32_t, max_seats>& won() const { return won_; }

  constexpr void put_in(Seat seat, std::int32_t chips) {
    chips_ += chips;
    won_[index_of(seat)] -= chips;
  }
  /// Takes `chips` out; no more than the pot has.
  constexpr void take_out(Seat seat, std::int32_t chips) { put_in(seat, -chips); }

 private:
  std::int32_t chips_ = 0;
  std::array<std::int32_t, max_seats> won_{};
};

}  // namespace tribunal
