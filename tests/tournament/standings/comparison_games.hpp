#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "tournament/schedule/formats/format.hpp"
#include "tournament/season.hpp"
#include "tournament/standings/comparison.hpp"

namespace tribunal::testing {

/// The score of a bot in a game.
using Worth = std::function<int(const ScheduledGame&, int bot)>;

/// The schedule of a comparison: candidate and baseline, and this number of others at a table of `seats`.
[[nodiscard]] inline Schedule duel(int field = 2, int seats = 3, std::uint64_t deals = 100) {
  return Schedule::make({.bots = 2 + field,
                         .seats = seats,
                         .deals = deals,
                         .format = &formats::gauntlet(),
                         .candidates = {Comparison::candidate, Comparison::baseline}})
      .value();
}

/// The seat in which candidate or baseline plays.
[[nodiscard]] inline int seat_on_trial(const ScheduledGame& game) {
  const auto found = std::ranges::find_if(
      game.seating, [](int bot) { return bot == Comparison::candidate || bot == Comparison::baseline; });
  return static_cast<int>(found - game.seating.begin());
}

/// The game, with scores by `worth` and the places that follow from them.
[[nodiscard]] inline GameResult game_with(const ScheduledGame& game, const Worth& worth) {
  auto result = result_with(game, places_by(game, [&](int bot) { return worth(game, bot); }));
  for (std::size_t seat = 0; seat < game.seating.size(); ++seat)
    result.outcome.scores.at(seat) = worth(game, game.seating[seat]);
  return result;
}

/// The games of this number of first deals.
[[nodiscard]] inline std::vector<GameResult> games_with(const Schedule& schedule, std::uint64_t deals,
                                                        const Worth& worth) {
  std::vector<GameResult> games;
  const auto a_deal = schedule.groups() * schedule.seatings();
  for (std::uint64_t index = 0; index < deals * a_deal; ++index)
    games.push_back(game_with(schedule.game(index), worth));
  return games;
}

/// The candidate wins by this number of points in the game of each deal, the others score nothing.
[[nodiscard]] inline Worth ahead_by(const std::function<int(std::uint64_t deal)>& points) {
  return [points](const ScheduledGame& game, int bot) {
    return bot == Comparison::candidate ? points(game.deal) : 0;
  };
}

/// Adds a fault of a bot to the first so many games in which it has a seat.
inline void add_faults(std::vector<GameResult>& games, int bot, FaultKind kind, int count = 1000) {
  for (auto& game : games)
    for (auto& seat : game.seats)
      if (seat.bot == bot && count-- > 0) seat.faults[kind] = 1;
}

/// A comparison that has taken notice of these games.
[[nodiscard]] inline Comparison compared(const Schedule& schedule, const SequentialQuestion& question,
                                         ComparedBy by, const std::vector<GameResult>& games) {
  Comparison comparison{schedule, question, by};
  for (const auto& game : games) comparison.add(game).value();
  return comparison;
}

}  // namespace tribunal::testing
