#pragma once

#include <array>
#include <cstdint>

#include "games/core/action.hpp"
#include "games/core/seat.hpp"

namespace tribunal {

/// The share at `place` (from 0) if `chips` are divided among `sharers`: equal shares, and one odd chip each
/// for the first ones.
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
  /// Takes `chips` out, at most those in the pot.
  constexpr void take_out(Seat seat, std::int32_t chips) { put_in(seat, -chips); }

 private:
  std::int32_t chips_ = 0;
  std::array<std::int32_t, max_seats> won_{};
};

/// A round of betting with a fixed limit: bets and raises are of one chip, at most one bet and three raises.
/// It asks clockwise and ends when every seat still in has met the last raise.
class BettingRound {
 public:
  static constexpr int most_raises = 3;

  BettingRound() = default;
  /// `in`: the seats that still play, at least two; `first`: one of them; `players`: the number of seats at
  /// the table.
  BettingRound(SeatSet in, Seat first, int players)
      : in_{in}, to_act_{in}, turn_{first}, players_{static_cast<std::int8_t>(players)} {}

  /// The seat that acts now.
  [[nodiscard]] Seat turn() const { return turn_; }
  [[nodiscard]] bool is_over() const { return to_act_.empty(); }
  /// The chips that the seat in turn must add to stay in.
  [[nodiscard]] int owed() const { return level_ - staked_[index_of(turn_)]; }

  /// Appends `check bet` before the first bet, then `call raise fold`. A seat that owes nothing cannot fold.
  void legal_actions(ActionList& actions) const;
  /// The action that costs no chips: check, or else fold.
  [[nodiscard]] Action default_action() const;
  /// Applies the action of the seat in turn; returns the chips that it puts into the pot.
  int act(Verb verb);

 private:
  void raise_level();
  void pass_turn();

  SeatSet in_;
  SeatSet to_act_;
  Seat turn_ = no_seat;
  std::int8_t players_ = 0;
  std::int8_t level_ = 0;                        // the cost of staying in, in this round
  std::array<std::int8_t, max_seats> staked_{};  // chips of each seat in this round
};

}  // namespace tribunal
