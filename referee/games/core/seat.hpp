#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace tribunal {

/// A place at the table, from 0, clockwise.
using Seat = std::int8_t;

inline constexpr Seat no_seat = -1;
inline constexpr int max_seats = 12;

/// The index of a seat, 0 or more, in an array by seat.
[[nodiscard]] constexpr std::size_t index_of(Seat seat) { return static_cast<std::uint8_t>(seat); }

/// A set of seats of a table.
class SeatSet {
 public:
  constexpr SeatSet() = default;
  [[nodiscard]] static constexpr SeatSet only(Seat seat) {
    return SeatSet{static_cast<std::uint16_t>(1U << seat)};
  }
  /// Seats 0 .. count-1.
  [[nodiscard]] static constexpr SeatSet first(int count) {
    return SeatSet{static_cast<std::uint16_t>((1U << count) - 1)};
  }
  [[nodiscard]] static constexpr SeatSet all() { return SeatSet{0xffff}; }

  constexpr void add(Seat seat) { bits_ = static_cast<std::uint16_t>(bits_ | 1U << seat); }
  constexpr void remove(Seat seat) { bits_ = static_cast<std::uint16_t>(bits_ & ~(1U << seat)); }
  [[nodiscard]] constexpr SeatSet without(SeatSet others) const {
    return SeatSet{static_cast<std::uint16_t>(bits_ & ~others.bits_)};
  }
  [[nodiscard]] constexpr bool has(Seat seat) const { return (bits_ >> seat & 1U) != 0; }
  [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }
  [[nodiscard]] constexpr int size() const { return std::popcount(bits_); }

  constexpr bool operator==(const SeatSet&) const = default;

  /// Walks the seats in ascending order.
  class Iterator {
   public:
    explicit constexpr Iterator(std::uint16_t rest) : rest_{rest} {}
    constexpr Seat operator*() const { return static_cast<Seat>(std::countr_zero(rest_)); }
    constexpr Iterator& operator++() {
      rest_ = static_cast<std::uint16_t>(rest_ & (rest_ - 1U));
      return *this;
    }
    constexpr bool operator==(const Iterator&) const = default;

   private:
    std::uint16_t rest_;
  };
  [[nodiscard]] constexpr Iterator begin() const { return Iterator{bits_}; }
  [[nodiscard]] constexpr Iterator end() const { return Iterator{0}; }

 private:
  explicit constexpr SeatSet(std::uint16_t bits) : bits_{bits} {}
  std::uint16_t bits_ = 0;
};

}  // namespace tribunal
