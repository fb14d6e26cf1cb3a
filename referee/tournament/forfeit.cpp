#include "tournament/forfeit.hpp"

#include "record/judge.hpp"

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

Forfeit forfeit_of(const GameResult& result, FaultPolicy policy, std::int32_t least) {
  Forfeit forfeit{.seats = {}, .points = least};
  for (std::size_t seat = 0; seat < result.seats.size(); ++seat) {
    if (is_forfeit(result.seats[seat].faults, policy)) forfeit.seats.add(static_cast<Seat>(seat));
  }
  return forfeit;
}

}  // namespace tribunal
