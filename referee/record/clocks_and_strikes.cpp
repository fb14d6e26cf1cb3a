#include "record/clocks_and_strikes.hpp"

#include <limits>

namespace tribunal {
namespace {

template <std::size_t... seat>
std::array<Clock, sizeof...(seat)> clocks_of(const Limits& limits, std::index_sequence<seat...> /*seats*/) {
  return {((void)seat, Clock{limits})...};
}

}  // namespace

ClocksAndStrikes::ClocksAndStrikes(const Limits& limits, std::span<const Limits> own)
    : policy_{limits.on_fault}, clocks_{clocks_of(limits, std::make_index_sequence<max_seats>{})} {
  for (std::size_t seat = 0; seat < std::min(own.size(), clocks_.size()); ++seat)
    clocks_[seat] = Clock{own[seat]};
}

void ClocksAndStrikes::fault(FaultKind kind, Seat seat, std::int64_t us) {
  if (kind != FaultKind::start) clocks_[index(seat)].spend_us(us);
  const bool last_strike = ++strikes_[index(seat)] >= strikes_allowed;
  if (policy_ == FaultPolicy::forfeit || last_strike || ends_the_bot(kind)) forfeited_.add(seat);
}

SeatSet forfeited(std::span<const Fault> faults, const Limits& limits) {
  ClocksAndStrikes clocks{limits};
  for (const auto& fault : faults) clocks.fault(fault.kind, fault.seat, fault.us);
  return clocks.forfeited();
}

SeatSet forfeited(const Record& record) { return forfeited(record.faults, record.limits); }

Outcome final_outcome(const Outcome& played, SeatSet forfeited) {
  Outcome outcome = played;
  const auto seats = static_cast<std::size_t>(played.ranked());
  const auto stands = [&](std::size_t seat) { return !forfeited.has(static_cast<Seat>(seat)); };
  auto lowest = std::numeric_limits<std::int32_t>::max();
  std::int8_t standing = 0;
  for (std::size_t seat = 0; seat < seats; ++seat) {
    if (!stands(seat)) continue;
    lowest = std::min(lowest, played.scores[seat]);
    ++standing;
  }
  for (std::size_t seat = 0; seat < seats; ++seat) {
    outcome.places[seat] = 1;
    if (!stands(seat)) {
      outcome.scores[seat] = std::min(played.scores[seat], lowest);
      outcome.places[seat] = static_cast<std::int8_t>(standing + 1);
      continue;
    }
    for (std::size_t other = 0; other < seats; ++other) {
      if (stands(other) && played.places[other] < played.places[seat]) ++outcome.places[seat];
    }
  }
  return outcome;
}

}  // namespace tribunal
