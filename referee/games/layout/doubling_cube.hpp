#pragma once

#include "games/core/seat.hpp"

namespace tribunal {

/// Backgammon's cube: it multiplies the stakes. At first it has no owner, then the seat that accepted the
/// last double.
class DoublingCube {
 public:
  static constexpr int most = 64;

  [[nodiscard]] constexpr int value() const { return value_; }
  /// True if `seat` may use the cube, and the cube has a higher face.
  [[nodiscard]] constexpr bool may_double(Seat seat) const {
    return value_ < most && (owner_ == no_seat || owner_ == seat);
  }
  constexpr void accept(Seat by) {
    value_ *= 2;
    owner_ = by;
  }

 private:
  int value_ = 1;
  Seat owner_ = no_seat;
};

}  // namespace tribunal
