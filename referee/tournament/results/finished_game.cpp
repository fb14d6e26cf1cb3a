#include "tournament/results/finished_game.hpp"

#include "record/clocks_and_strikes.hpp"
#include "record/replay_log.hpp"
#include "record/transcript.hpp"

namespace tribunal {
namespace {

void add_asked_cpu(const Record& record, std::vector<SeatResult>& seats) {
  for (auto& seat : seats) seat.asked_cpu_us = 0;
  const auto add = [&](Seat seat, std::int64_t us) {
    *seats.at(static_cast<std::size_t>(seat)).asked_cpu_us += us;
  };
  for (const auto& decision : record.decisions)
    if (!decision.by_referee) add(decision.seat, decision.us);
  for (const auto& fault : record.faults)
    if (fault.kind != FaultKind::start) add(fault.seat, fault.us);
}

bool is_forfeit(const FaultCounts& faults, FaultPolicy policy) {
  int strikes = 0;
  for (const auto& [kind, times_seen] : faults) {
    if (times_seen > 0 && ends_the_bot(kind)) return true;
    strikes += times_seen;
  }
  return strikes >= (policy == FaultPolicy::forfeit ? 1 : strikes_allowed);
}

}  // namespace

Result<GameResult> result_of(const ScheduledGame& game, const Record& record) {
  const auto played = play_again(record);
  if (!played) {
    return std::unexpected{"game " + std::to_string(game.index) + ", decision " +
                           std::to_string(played.error().decision) + ": expected " + played.error().expected};
  }
  return result_of(game, record, played->outcome,
                   from_hex(content_sha256(record, *played)).value_or(Bytes32{}));
}

GameResult result_of(const ScheduledGame& game, const Record& record, const Outcome& outcome,
                     const Bytes32& content) {
  GameResult result{.index = game.index,
                    .deal = game.deal,
                    .game = game.game,
                    .seats = {},
                    .outcome = outcome,
                    .content = content,
                    .forfeited = forfeited(record)};
  for (const int bot : game.seating) result.seats.push_back({.bot = bot, .faults = {}, .times = {}});
  for (const auto& fault : record.faults)
    ++result.seats.at(static_cast<std::size_t>(fault.seat)).faults[fault.kind];
  for (const auto& decision : record.decisions)
    if (!decision.by_referee) result.seats.at(static_cast<std::size_t>(decision.seat)).times.add(decision.us);
  for (std::size_t seat = 0; seat < record.usage.size(); ++seat)
    result.seats.at(seat).usage = record.usage[seat];
  if (record.limits.clock == ClockKind::cpu && !record.usage.empty()) add_asked_cpu(record, result.seats);
  return result;
}

Forfeit forfeit_of(const GameResult& game, const Rules& rules) {
  if (game.forfeited.empty()) return {};  // computing bounds takes longer than the rest
  return {.seats = game.forfeited, .points = rules.score_bounds().least};
}

SeatSet forfeited(const std::vector<SeatResult>& seats, FaultPolicy policy) {
  SeatSet found;
  for (std::size_t seat = 0; seat < seats.size(); ++seat)
    if (is_forfeit(seats[seat].faults, policy)) found.add(static_cast<Seat>(seat));
  return found;
}

}  // namespace tribunal
