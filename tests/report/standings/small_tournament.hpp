#pragma once

#include "tournament/standings/standings.hpp"

namespace tribunal::test {

/// Twelve deals between three bots, each in three seatings, and a bot that never played.
inline StandingsTally small_tournament() {
  StandingsTally tally{{"greedy", "żółw-3", "random", "absent"}};
  const auto score = [](int bot, std::uint64_t deal, int seat) {
    return static_cast<int>((deal * 7 + static_cast<std::uint64_t>(seat) * 5) % 9) - 4 - 2 * bot;
  };
  for (std::uint64_t deal = 1; deal <= 12; ++deal) {
    for (int turn = 0; turn < 3; ++turn) {
      GameResult result;
      result.deal = deal;
      result.outcome.seats = 3;
      for (int seat = 0; seat < 3; ++seat) {
        const int bot = (seat + turn) % 3;
        MoveTimes times;
        for (int move = 1; move <= 5; ++move)
          times.add(move * (bot == 0 ? 90 : 2400) + (bot == 2 ? 900'000 : 0));
        result.seats.push_back({.bot = bot, .times = times});
        if (bot == 2 && deal == 4) result.seats.back().faults[FaultKind::timeout] = 1;
        result.outcome.scores[static_cast<std::size_t>(seat)] = score(bot, deal, seat);
      }
      place_by_score(result.outcome);
      tally.add(result);
    }
  }
  return tally;
}

inline Standings small_standings() { return small_tournament().standings().value(); }

}  // namespace tribunal::test
