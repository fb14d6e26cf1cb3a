#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include <rapidcheck.h>

#include "tournament/schedule/formats/format.hpp"
#include "tournament/schedule/schedule.hpp"

namespace tribunal::testing {

/// A shape with this number of rounds; everything else is random, except for its seatings, which are rotated.
[[nodiscard]] inline Shape any_shape_in_rounds(const Format* format, int seats, int bots) {
  Shape shape{.bots = bots, .seats = seats, .format = format};
  shape.deals = static_cast<std::uint64_t>(*rc::gen::inRange(1, 4));
  shape.games = *rc::gen::inRange(1, 3);
  shape.settings = {
      {"rounds", *rc::gen::inRange(1, 6)}, {"advance", *rc::gen::inRange(1, seats)}, {"target_error", 200}};
  if (format->has_candidates())
    for (int bot = seats; bot < bots; bot += 2) shape.candidates.push_back(bot);
  return shape;
}

[[nodiscard]] inline Shape swiss(int bots, int seats, int rounds, std::uint64_t deals = 1) {
  return {.bots = bots,
          .seats = seats,
          .deals = deals,
          .format = &formats::swiss(),
          .settings = {{"rounds", rounds}}};
}

[[nodiscard]] inline const Format* any_format() {
  const auto all = formats::all();
  return *rc::gen::elementOf(std::vector<const Format*>{all.begin(), all.end()});
}

[[nodiscard]] inline const Format* any_format_in_rounds() {
  return *rc::gen::suchThat(rc::gen::exec(any_format),
                            [](const Format* format) { return format->in_rounds(); });
}

/// The place of each seat of a game.
using Referee = std::function<std::vector<int>(const ScheduledGame&)>;

/// The result of a game in which the seats took these places.
[[nodiscard]] inline GameResult result_with(const ScheduledGame& game, const std::vector<int>& places) {
  GameResult result{.index = game.index, .deal = game.deal, .game = game.game, .seats = {}, .outcome = {}};
  for (const int bot : game.seating) result.seats.push_back({.bot = bot, .faults = {}, .times = {}});
  result.outcome.seats = static_cast<int>(places.size());
  std::ranges::transform(places, result.outcome.places.begin(),
                         [](int place) { return static_cast<std::int8_t>(place); });
  return result;
}

/// Places by the worth of each bot in a game; equal bots share the better place.
[[nodiscard]] inline std::vector<int> places_by(const ScheduledGame& game,
                                                const std::function<int(int)>& worth) {
  std::vector<int> places;
  for (const int bot : game.seating) {
    places.push_back(1 + static_cast<int>(std::ranges::count_if(
                             game.seating, [&](int other) { return worth(other) > worth(bot); })));
  }
  return places;
}

/// The luck of a bot in a game: 31 random bits, but always the same ones.
[[nodiscard]] inline int luck_of(const ScheduledGame& game, int bot) {
  std::uint64_t hash = game.index * 1000003 + static_cast<std::uint64_t>(bot) * 7919 + 17;
  for (int i = 0; i < 3; ++i) hash = (hash ^ (hash >> 29U)) * 0xbf58476d1ce4e5b9;
  return static_cast<int>(hash >> 33U);
}

/// Games end as if drawn by lot, with ties, but always the same way; the bots first in the plan do better.
[[nodiscard]] inline std::vector<int> by_lot(const ScheduledGame& game) {
  return places_by(game, [&](int bot) { return (luck_of(game, bot) >> 28) - bot / 4; });
}

/// The bot that comes first in the plan does better.
[[nodiscard]] inline std::vector<int> by_plan(const ScheduledGame& game) {
  return places_by(game, [](int bot) { return -bot; });
}

[[nodiscard]] inline std::vector<int> all_tie(const ScheduledGame& game) {
  return std::vector<int>(game.seating.size(), 1);
}

/// Plays everything that is known until the schedule is complete. Returns the games in schedule order.
inline std::vector<ScheduledGame> play_out(Schedule& schedule, const Referee& referee = by_lot) {
  std::vector<ScheduledGame> games;
  while (games.size() < schedule.size()) {
    games.push_back(schedule.game(games.size()));
    schedule.note(result_with(games.back(), referee(games.back())));
  }
  return games;
}

/// A schedule of which all was played.
[[nodiscard]] inline Schedule played(const Shape& shape, const Referee& referee = by_lot) {
  auto schedule = Schedule::make(shape).value();
  play_out(schedule, referee);
  return schedule;
}

/// The groups of each round.
[[nodiscard]] inline std::vector<std::vector<std::vector<int>>> groups_of_rounds(const Schedule& schedule) {
  std::vector<std::vector<std::vector<int>>> rounds;
  for (const auto& round : schedule.rounds()) rounds.push_back(round.round.groups);
  return rounds;
}

/// The games and rounds of a schedule are as many as was foretold.
inline void check_bounds(const Schedule& schedule) {
  const auto bounds = bounds_of(schedule.shape()).value();
  RC_ASSERT(schedule.size() >= bounds.fewest_games);
  RC_ASSERT(schedule.size() <= bounds.most_games);
  RC_ASSERT(schedule.rounds().size() >= bounds.fewest_rounds);
  RC_ASSERT(schedule.rounds().size() <= bounds.most_rounds);
}

/// The bots left in a knockout after these complete rounds, the best slot in the bracket first.
[[nodiscard]] inline std::vector<int> left_after(const Shape& shape, PlayedRounds rounds) {
  return std::get<KnockoutState>(shape.format->state_of(shape, rounds, rounds.size())).left;
}

/// All that are known.
[[nodiscard]] inline std::vector<ScheduledGame> all_games_of(const Schedule& schedule) {
  std::vector<ScheduledGame> games;
  for (std::uint64_t index = 0; index < schedule.size(); ++index) games.push_back(schedule.game(index));
  return games;
}

/// Games of each bot.
[[nodiscard]] inline std::vector<std::uint64_t> games_of(const std::vector<ScheduledGame>& games, int bots) {
  std::vector<std::uint64_t> played(static_cast<std::size_t>(bots));
  for (const auto& game : games)
    for (const int bot : game.seating) ++played[static_cast<std::size_t>(bot)];
  return played;
}

[[nodiscard]] inline std::vector<int> sorted(std::vector<int> group) {
  std::ranges::sort(group);
  return group;
}

}  // namespace tribunal::testing
