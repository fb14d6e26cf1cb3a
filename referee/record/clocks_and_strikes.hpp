#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "games/core/game.hpp"
#include "games/core/seat.hpp"
#include "record/limits.hpp"
#include "record/record.hpp"

namespace tribunal {

/// True if `kind` forfeits at once under every policy: the bot cannot answer again.
[[nodiscard]] constexpr bool ends_the_bot(FaultKind kind) {
  return kind == FaultKind::start || kind == FaultKind::crash;
}

/// The clocks and strikes of a game's seats, and the forfeits that follow, for play and for the verification
/// of a log. A pure function of the limits and of the decisions and faults.
class ClocksAndStrikes {
 public:
  /// `own`: the limits of each player's seat, if they are not `limits` for all (`Record::own_limits`).
  explicit ClocksAndStrikes(const Limits& limits, std::span<const Limits> own = {});

  /// Microseconds that `seat` may take for its next decision.
  [[nodiscard]] std::int64_t allowance_us(Seat seat) const { return clocks_[index(seat)].allowance_us(); }
  /// Charges a decision of `seat` that took `us` microseconds.
  void decided(Seat seat, std::int64_t us) { clocks_[index(seat)].spend_us(us); }
  /// Counts a fault of `seat`, found `us` microseconds after the question. That time is subtracted from its
  /// clock, too, except for a fault of kind `start`, which has no question.
  void fault(FaultKind kind, Seat seat, std::int64_t us);
  /// The seats for which the referee decides in the rest of the game.
  [[nodiscard]] SeatSet forfeited() const { return forfeited_; }

 private:
  [[nodiscard]] static std::size_t index(Seat seat) { return static_cast<std::size_t>(seat); }

  FaultPolicy policy_;
  std::array<int, max_seats> strikes_{};
  std::array<Clock, max_seats> clocks_;
  SeatSet forfeited_;
};

/// The seats that `faults` forfeit: under `FaultPolicy::forfeit` every seat with a fault; under
/// `FaultPolicy::strikes` those with `strikes_allowed` faults or one that `ends_the_bot`.
[[nodiscard]] SeatSet forfeited(std::span<const Fault> faults, const Limits& limits);
[[nodiscard]] SeatSet forfeited(const Record& record);

/// The counting outcome, from the played one. The seats not forfeited keep their scores and their order, and
/// are placed as if alone at the table. Forfeited seats are placed behind all of them and tie with each
/// other, whatever they scored; the score of each is its own or the lowest score of the seats not forfeited,
/// whichever is less. If every seat is forfeited, all tie for the first place and keep their scores.
[[nodiscard]] Outcome final_outcome(const Outcome& played, SeatSet forfeited);

}  // namespace tribunal
