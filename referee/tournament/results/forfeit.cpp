#include "tournament/results/forfeit.hpp"

#include "record/clocks_and_strikes.hpp"
#include "tournament/schedule/formats/formats.hpp"

namespace tribunal {
namespace {

bool is_forfeit(const FaultCounts& faults, FaultPolicy policy) {
  int strikes = 0;
  for (const auto& [kind, times_seen] : faults) {
    if (times_seen > 0 && ends_the_bot(kind)) return true;
    strikes += times_seen;
  }
  return strikes >= (policy == FaultPolicy::forfeit ? 1 : strikes_allowed);
}

}  // namespace

Forfeit forfeit_of(const GameResult& game, const Rules& rules) {
  if (game.forfeited.empty()) return {};  // bounds are worked out, which takes longer than the rest of a game
  return {.seats = game.forfeited, .points = rules.score_bounds().least};
}

SeatSet forfeited(const std::vector<SeatResult>& seats, FaultPolicy policy) {
  SeatSet found;
  for (std::size_t seat = 0; seat < seats.size(); ++seat)
    if (is_forfeit(seats[seat].faults, policy)) found.add(static_cast<Seat>(seat));
  return found;
}

}  // namespace tribunal
