// Bots that join late or are withdrawn, in formats of rounds.
#include <algorithm>
#include <random>
#include <set>

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "tournament/run/work_queue.hpp"
#include "tournament/schedule/formats/format.hpp"
#include "tournament/schedule/formats/tie_breaks.hpp"
#include "tournament/season.hpp"

using namespace tribunal;
using tribunal::testing::by_lot;
using tribunal::testing::by_plan;
using tribunal::testing::groups_of_rounds;
using tribunal::testing::left_after;
using tribunal::testing::places_by;
using tribunal::testing::play_out;
using tribunal::testing::played;
using tribunal::testing::result_with;

namespace {

Shape any_shape_of_rounds() {
  const auto format = testing::any_format_in_rounds();
  const int seats = *rc::gen::inRange(2, 5);
  int bots = seats + *rc::gen::inRange(0, 60 - seats);
  if (*rc::gen::inRange(0, 4) > 0) bots = std::min(bots, 12);
  if (format->has_candidates()) bots = std::min(bots, 10);
  return testing::any_shape_in_rounds(format, seats, bots);
}

/// A tournament during which bots are withdrawn, and in a Swiss others join.
struct Changed {
  Shape shape;                        ///< with the change
  std::vector<ScheduledGame> stored;  ///< games before it, in schedule order
  std::uint64_t started = 0;          ///< rounds before it
};

Changed any_change() {
  Changed changed;
  const auto before = any_shape_of_rounds();
  auto schedule = Schedule::make(before).value();
  const auto games = play_out(schedule);
  // All of the first games are stored, and some others of the round that was being played.
  const auto cut = *rc::gen::inRange<std::size_t>(1, games.size() + 1);
  auto known = Schedule::make(before).value();
  for (std::size_t i = 0; i < cut; ++i) known.note(result_with(games[i], by_lot(games[i])));
  for (std::uint64_t i = 0; i < known.size(); ++i) {
    const bool same_round = i < cut || known.started_by(i) == known.started_by(cut - 1);
    if (i < cut || (same_round && *rc::gen::arbitrary<bool>())) changed.stored.push_back(games[i]);
  }
  changed.started = known.started_by(changed.stored.back().index);
  changed.shape = before;
  changed.shape.stays.resize(static_cast<std::size_t>(before.bots));
  for (auto& stay : changed.shape.stays)
    if (*rc::gen::inRange(0, 3) == 0) stay.withdrawn_after = changed.started;
  if (before.format == &formats::swiss() && *rc::gen::arbitrary<bool>()) {
    ++changed.shape.bots;
    changed.shape.stays.push_back({changed.started});
  }
  return changed;
}

/// The schedule after the change, as it is once these games have been stored.
Schedule resumed(const Shape& shape, const std::vector<ScheduledGame>& stored) {
  auto schedule = Schedule::make(shape).value();
  for (const auto& game : stored) {
    if (game.index >= schedule.size()) schedule.leave_out();
    RC_ASSERT(game.index < schedule.size());
    RC_ASSERT(schedule.game(game.index) == game);
    schedule.note(result_with(game, by_lot(game)));
  }
  schedule.leave_out();
  return schedule;
}

/// Plays everything that a run with one table would play, at most this number of games. Returns all games
/// that are then stored.
std::vector<ScheduledGame> play_on(const Changed& changed, std::vector<ScheduledGame> stored,
                                   std::size_t most = ~0UL) {
  std::vector<bool> is_kept;
  for (const auto& game : stored) {
    is_kept.resize(std::max<std::size_t>(is_kept.size(), game.index + 1));
    is_kept[game.index] = true;
  }
  WorkQueue work{resumed(changed.shape, stored), is_kept};
  for (auto block = work.next_block(); !block.empty(); block = work.next_block()) {
    for (const auto& game : block) {
      for (const int bot : game.seating) RC_ASSERT(!changed.shape.is_withdrawn(bot));
      if (most-- == 0) return stored;
      work.note(result_with(game, by_lot(game)));
      stored.push_back(game);
      std::ranges::sort(stored, {}, &ScheduledGame::index);
    }
  }
  RC_ASSERT(work.is_whole());
  RC_ASSERT(work.known() == stored.size());
  return stored;
}

std::vector<PlayedRound> rounds_of(const Changed& changed, const std::vector<ScheduledGame>& stored) {
  return resumed(changed.shape, stored).rounds();
}

TEST_CASE("rounds: a tournament whose bots change keeps what was played and comes to its end") {
  CHECK(rc::check("changes", [] {
    const auto changed = any_change();
    const auto stored = play_on(changed, changed.stored);
    const auto schedule = resumed(changed.shape, stored);
    RC_ASSERT(schedule.is_whole());
    RC_ASSERT(schedule.started_by(changed.stored.back().index) == changed.started);
    RC_ASSERT(
        std::ranges::includes(stored, changed.stored, {}, &ScheduledGame::index, &ScheduledGame::index));
    const auto of_withdrawn = static_cast<std::uint64_t>(std::ranges::count_if(
        stored, [&](const auto& game) { return schedule.seats_withdrawn(game.seating); }));
    RC_ASSERT(schedule.size() - stored.size() == schedule.games_of_withdrawn() - of_withdrawn);
    for (std::size_t round = 0; round < schedule.rounds().size(); ++round) {
      RC_ASSERT(!schedule.rounds()[round].round.groups.empty());
      for (const auto& group : schedule.rounds()[round].round.groups) {
        for (const int bot : group) {
          RC_ASSERT(changed.shape.stay(bot).covers(round));
        }
      }
    }
  }));
}

TEST_CASE("rounds: after a change neither interruptions nor the order of games make a difference") {
  CHECK(rc::check("changes resumed", [] {
    const auto changed = any_change();
    const auto expected = play_on(changed, changed.stored);
    auto stored = changed.stored;
    while (stored.size() < expected.size())
      stored = play_on(changed, stored, *rc::gen::inRange<std::size_t>(1, 40));
    RC_ASSERT(stored == expected);
    RC_ASSERT(rounds_of(changed, stored) == rounds_of(changed, expected));
  }));
}

TEST_CASE("rounds: what a tournament whose bots change comes to is known between bounds") {
  CHECK(rc::check("bounds of changes", [] {
    const auto changed = any_change();
    const auto schedule = resumed(changed.shape, play_on(changed, changed.stored));
    testing::check_bounds(schedule);
  }));
}

using Groups = std::vector<std::vector<int>>;

TEST_CASE("swiss: what a bot missed counts as lost, a bye as nothing") {
  // 4 joins after the first round, 0 is withdrawn after the second.
  auto shape = testing::swiss(5, 2, 3);
  shape.stays.resize(5);
  shape.stays[0].withdrawn_after = 2;
  shape.stays[4].joins_after = 1;
  const auto schedule = played(shape, by_plan);
  const auto points = points_of_bots(shape, schedule.rounds());
  REQUIRE(schedule.rounds().size() == 3);
  CHECK(schedule.rounds()[0].round.groups.size() == 2);
  CHECK(points[0] == PlacePoints{8, 12});                                 // won two rounds of two games
  CHECK(points[4].most == 12);                                            // two more were lost before it came
  CHECK(points[1].most + points[2].most + points[3].most == 2 * 12 + 8);  // one rested in the second round
}

TEST_CASE("swiss: missed rounds of a late bot count as byes, so others have the next bye") {
  auto shape = testing::swiss(5, 2, 2);
  shape.stays.resize(5);
  shape.stays[4].joins_after = 1;
  const auto schedule = played(shape, by_plan);
  const auto& groups = schedule.rounds().at(1).round.groups;
  CHECK(std::ranges::any_of(groups, [](const auto& group) { return std::ranges::count(group, 4) == 1; }));
}

TEST_CASE("knockout: a withdrawn bot makes way for the next of its group, or those behind it move up") {
  Shape shape{.bots = 8, .seats = 2, .deals = 1, .format = &formats::knockout()};
  shape.stays.resize(8);
  shape.stays[0].withdrawn_after = 1;  // has beaten 7
  auto schedule = played(shape, by_plan);
  CHECK(groups_of_rounds(schedule) ==
        std::vector<Groups>{{{0, 7}, {1, 6}, {2, 5}, {3, 4}}, {{7, 3}, {1, 2}}, {{3, 1}}});

  shape.bots = 6;
  shape.stays = std::vector<Stay>(6);
  shape.stays[0].withdrawn_after = 1;  // has a bye
  schedule = played(shape, by_plan);
  CHECK(groups_of_rounds(schedule) == std::vector<Groups>{{{2, 5}, {3, 4}}, {{2, 3}}, {{1, 2}}});
  CHECK(left_after(shape, schedule.rounds()) == std::vector<int>{1, 2});
}

TEST_CASE("knockout: a bot without opponents has won") {
  Shape shape{.bots = 4, .seats = 2, .deals = 1, .format = &formats::knockout()};
  shape.stays.assign(4, Stay{.joins_after = 0, .withdrawn_after = 1});
  shape.stays[3].withdrawn_after.reset();
  const auto schedule = played(shape, by_plan);
  CHECK(groups_of_rounds(schedule).size() == 1);
  CHECK(schedule.is_whole());
  CHECK(left_after(shape, schedule.rounds()) == std::vector<int>{3});
}

TEST_CASE(
    "knockout: in the round that is being played a withdrawn bot comes last, with what was played or "
    "without") {
  Shape shape{.bots = 4, .seats = 2, .deals = 2, .format = &formats::knockout()};
  shape.stays.resize(4);
  shape.stays[0].withdrawn_after = 1;
  auto schedule = Schedule::make(shape).value();
  for (std::uint64_t index = 0; index < schedule.size(); ++index) {
    const auto game = schedule.game(index);
    if (schedule.seats_withdrawn(game.seating) && index > 0) continue;  // it has won the first game
    schedule.note(result_with(game, by_plan(game)));
  }
  CHECK(schedule.rounds().size() == 1);
  CHECK(schedule.leave_out());
  CHECK_FALSE(schedule.leave_out());
  CHECK(schedule.rounds().back().round.groups == Groups{{3, 1}});
}

TEST_CASE("ladder: a withdrawn bot is not placed and is nobody's opponent") {
  Shape shape{.bots = 6,
              .seats = 2,
              .deals = 4,
              .format = &formats::ladder(),
              .candidates = {3, 4, 5},
              .settings = {{"target_error", 1}}};
  shape.stays.resize(6);
  shape.stays[1].withdrawn_after = 2;
  shape.stays[4].withdrawn_after = 2;
  const auto schedule = played(shape, by_lot);
  std::set<int> later;
  for (std::size_t round = 2; round < schedule.rounds().size(); ++round)
    for (const auto& group : schedule.rounds()[round].round.groups) later.insert(group.begin(), group.end());
  CHECK(later == std::set<int>{0, 2, 3, 5});
}

// Bots that forfeit, in formats of rounds: nobody gains place points, a place or rating from it.

/// Plays everything, as a referee does when the bots below `dead` forfeit every game; among the others,
/// earlier ones in the plan are better.
void play_out_with_dead(Schedule& schedule, int dead) {
  for (std::uint64_t index = 0; index < schedule.size(); ++index) {
    const auto game = schedule.game(index);
    auto result = result_with(game, places_by(game, [&](int bot) { return bot < dead ? -1000 : -bot; }));
    for (std::size_t seat = 0; seat < game.seating.size(); ++seat)
      if (game.seating[seat] < dead) result.forfeited.add(static_cast<Seat>(seat));
    schedule.note(result);
  }
}

Schedule played_with_dead(const Shape& shape, int dead) {
  auto schedule = Schedule::make(shape).value();
  play_out_with_dead(schedule, dead);
  REQUIRE(schedule.is_whole());
  return schedule;
}

TEST_CASE("a seat that forfeits has nothing of a game's place points, and the others have what they had") {
  constexpr std::int8_t forfeit = forfeited_place;
  const auto [places, halves, forfeits] =
      GENERATE(table<std::vector<std::int8_t>, std::vector<std::int64_t>, std::vector<std::int64_t>>({
          {{1, 2}, {2, 0}, {0, 0}},
          {{1, 1}, {1, 1}, {0, 0}},
          {{1, forfeit}, {2, 0}, {0, 1}},
          {{forfeit, forfeit}, {0, 0}, {1, 1}},
          {{1, forfeit, forfeit}, {4, 0, 0}, {0, 1, 1}},
          {{forfeit, 1, 1}, {0, 3, 3}, {1, 0, 0}},
          {{forfeit, forfeit, forfeit}, {0, 0, 0}, {1, 1, 1}},
          {{2, forfeit, 1, forfeit}, {4, 0, 6, 0}, {0, 1, 0, 1}},
      }));
  CAPTURE(places);
  const auto seats = static_cast<std::int64_t>(places.size());
  Round round{{std::vector<int>(places.size())}, 1};
  const auto points = points_of({round, 0, places}, static_cast<int>(seats));
  for (std::size_t bot = 0; bot < places.size(); ++bot)
    CHECK(points[0][bot] == PlacePoints{halves[bot], 2 * (seats - 1), forfeits[bot]});
}

TEST_CASE("with the same share of place points, fewer forfeits rank higher") {
  CHECK(stands_above({0, 4, 0}, {0, 4, 1}));
  CHECK(stands_above({2, 4, 1}, {4, 8, 2}));
  CHECK_FALSE(stands_above({0, 4, 1}, {0, 4, 0}));
  CHECK_FALSE(stands_above({0, 4, 1}, {0, 4, 1}));
  CHECK(stands_above({3, 4, 3}, {2, 4, 0}));
}

TEST_CASE("swiss: dead bots rank below all others") {
  for (const int seats : {2, 3}) {
    for (int rounds = 1; rounds <= 4; ++rounds) {
      const auto shape = testing::swiss(2 * seats + 1, seats, rounds, 2);
      const auto schedule = played_with_dead(shape, 2);
      const auto points = points_of_bots(shape, schedule.rounds());
      const auto standing = standing_after(shape, schedule.rounds());
      CAPTURE(seats, rounds, standing);
      for (std::size_t place = 0; place < standing.size(); ++place) {
        const auto bot = static_cast<std::size_t>(standing[place]);
        // A bot that had only a bye has not been at fault.
        if (standing[place] < 2 && points[bot].most > 0) CHECK(place + 2 >= standing.size());
        if (standing[place] < 2) CHECK(points[bot].halves == 0);
      }
    }
  }
}

TEST_CASE(
    "knockout: of dead bots that meet the one with the better place in the bracket advances, and no "
    "further") {
  const Shape shape{.bots = 8, .seats = 2, .deals = 2, .format = &formats::knockout()};
  // 0 meets 7, which wins; 1 meets 6, 2 meets 5.
  const auto schedule = played_with_dead(shape, 3);
  CHECK(left_after(shape, schedule.rounds()).front() == 3);
  const Shape all_dead{.bots = 4, .seats = 2, .deals = 2, .format = &formats::knockout()};
  const auto without_play = played_with_dead(all_dead, 4);
  CHECK(left_after(all_dead, without_play.rounds()) == std::vector<int>{0, 1});
  CHECK(std::ssize(without_play.rounds()) == std::ptrdiff_t{2} * (1 + 8));
  for (const auto& round : without_play.rounds())
    for (const auto& group : points_of(round, 2))
      for (const auto& points : group) CHECK(points.halves == 0);
}

TEST_CASE("ladder: dead bots find no place by games against each other") {
  const Shape shape{.bots = 3,
                    .seats = 2,
                    .deals = 60,
                    .format = &formats::ladder(),
                    .candidates = {2},
                    .settings = {{"target_error", 200}}};
  const auto deals_of_field = [&](int dead) {
    const auto schedule = played_with_dead(shape, dead);
    std::uint64_t deals = 0;
    for (const auto& round : schedule.rounds())
      if (std::ranges::count(round.round.groups.front(), 2) == 0) deals += round.round.deals;
    return deals;
  };
  CHECK(deals_of_field(2) == 60);
}

}  // namespace
