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

std::string_view older_rounds_clause(const Format& format, bool had_forfeits) {
  if (&format == &formats::ladder())
    return "; the rounds of a ladder follow from ratings, which Tribunal 0.1 computed by another formula and "
           "verifies (tribunal help ratings)";
  if (format.in_rounds() && had_forfeits)
    return "; seats forfeited games before it, and an older Tribunal may have drawn another round from that "
           "(tribunal help tournaments)";
  return {};
}

}  // namespace tribunal
