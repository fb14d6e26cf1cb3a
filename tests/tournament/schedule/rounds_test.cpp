// Properties of every format in rounds.
#include <mutex>
#include <random>
#include <set>
#include <thread>

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "tournament/run/work_queue.hpp"
#include "tournament/schedule/formats/format.hpp"
#include "tournament/season.hpp"

using namespace tribunal;
using tribunal::testing::by_lot;
using tribunal::testing::play_out;
using tribunal::testing::result_with;

namespace {

Shape any_shape_in_rounds() {
  const int seats = *rc::gen::inRange(2, 6);
  const int bots = seats + *rc::gen::inRange(0, 12);
  auto shape = testing::any_shape_in_rounds(testing::any_format_in_rounds(), seats, bots);
  if (seats <= 3) shape.permutations = *rc::gen::element(Permutations::rotations, Permutations::all);
  return shape;
}

TEST_CASE(
    "rounds: each group of a round plays all its deals in every game and seating, one bot in one group") {
  CHECK(rc::check("blocks", [] {
    const auto shape = any_shape_in_rounds();
    auto schedule = Schedule::make(shape).value();
    const auto games = play_out(schedule);
    RC_ASSERT(schedule.is_whole());
    std::set<std::tuple<std::uint64_t, int, std::vector<int>>> seen;
    std::size_t at = 0;
    for (const auto& [round, first_deal, places] : schedule.rounds()) {
      std::set<int> playing;
      for (const auto& group : round.groups) {
        for (const int bot : group) {
          RC_ASSERT(playing.insert(bot).second || shape.format->seats_bots_twice());
        }
      }
      for (std::uint64_t deal = first_deal; deal < first_deal + round.deals; ++deal) {
        for (const auto& group : round.groups) {
          for (int game = 0; game < shape.games; ++game) {
            for (std::uint64_t turn = 0; turn < schedule.seatings(); ++turn, ++at) {
              RC_ASSERT(games[at].index == at);
              RC_ASSERT(games[at].deal == deal);
              RC_ASSERT(games[at].game == game);
              RC_ASSERT(schedule.game_of(at) == game);
              RC_ASSERT(testing::sorted(games[at].seating) == testing::sorted(group));
              RC_ASSERT(seen.emplace(deal, game, games[at].seating).second);
            }
          }
        }
      }
    }
    RC_ASSERT(at == games.size());
    testing::check_bounds(schedule);
  }));
}

TEST_CASE("rounds: the order in which games finish makes no difference, nor does hearing of one again") {
  CHECK(rc::check("orders", [] {
    const auto shape = any_shape_in_rounds();
    const auto expected = testing::played(shape);
    auto schedule = Schedule::make(shape).value();
    std::mt19937 chance{*rc::gen::arbitrary<std::uint32_t>()};
    for (std::uint64_t known = 0; known < schedule.size();) {
      std::vector<std::uint64_t> round;
      for (; known < schedule.size(); ++known) round.push_back(known);
      std::shuffle(round.begin(), round.end(), chance);
      for (std::size_t i = 0; i < round.size(); ++i) {
        const auto game = schedule.game(round[i]);
        const bool last = i + 1 == round.size();
        RC_ASSERT(schedule.note(result_with(game, by_lot(game))) == last);
        if (!last) RC_ASSERT(!schedule.note(result_with(game, by_lot(game))));
      }
    }
    RC_ASSERT(schedule.rounds() == expected.rounds());
  }));
}

TEST_CASE("rounds: a schedule that reads the stored games again continues as if never interrupted") {
  CHECK(rc::check("resuming", [] {
    const auto shape = any_shape_in_rounds();
    auto expected = Schedule::make(shape).value();
    const auto games = play_out(expected);
    // Any subset of the unfinished round's games may be stored.
    const auto cut = *rc::gen::inRange<std::size_t>(0, games.size() + 1);
    auto before = Schedule::make(shape).value();
    auto again = Schedule::make(shape).value();
    for (std::size_t i = 0; i < cut; ++i) before.note(result_with(games[i], by_lot(games[i])));
    for (std::uint64_t i = 0; i < before.size(); ++i) {
      if (i < cut || *rc::gen::arbitrary<bool>()) again.note(result_with(games[i], by_lot(games[i])));
    }
    play_out(again);
    RC_ASSERT(again.rounds() == expected.rounds());
  }));
}

TEST_CASE("rounds: results that do not belong to the schedule are passed over") {
  auto schedule = Schedule::make(testing::swiss(4, 2, 2)).value();
  auto stranger = schedule.game(0);
  stranger.index = 99;
  CHECK_FALSE(schedule.note(result_with(stranger, {1, 2})));
  auto seated_otherwise = schedule.game(0);
  std::ranges::reverse(seated_otherwise.seating);
  for (int i = 0; i < 9; ++i) CHECK_FALSE(schedule.note(result_with(seated_otherwise, {1, 2})));
  CHECK(schedule.size() == 4);
  CHECK_FALSE(schedule.is_whole());
}

TEST_CASE("rounds: tables wait for the last game of a round, and all games are handed out once") {
  const auto shape = testing::swiss(9, 3, 5, 2);
  auto expected = Schedule::make(shape).value();
  const auto games = play_out(expected);
  WorkQueue work{Schedule::make(shape).value(), {}};
  std::mutex mutex;
  std::multiset<std::uint64_t> played;
  std::vector<std::jthread> tables;
  for (int i = 0; i < 4; ++i) {
    tables.emplace_back([&] {
      for (auto block = work.next_block(); !block.empty(); block = work.next_block()) {
        for (const auto& game : block) {
          const std::scoped_lock lock{mutex};
          if (game != games.at(game.index)) played.insert(games.size());
          played.insert(game.index);
          work.note(result_with(game, by_lot(game)));
        }
      }
    });
  }
  tables.clear();
  std::multiset<std::uint64_t> all;
  for (std::uint64_t index = 0; index < games.size(); ++index) all.insert(index);
  CHECK(played == all);
  CHECK(work.is_whole());
}

TEST_CASE("rounds: a table that waits is let go when the queue is closed") {
  WorkQueue work{Schedule::make(testing::swiss(4, 2, 2)).value(), {}};
  CHECK(work.next_block().size() == 2);
  CHECK(work.next_block().size() == 2);
  std::jthread waiting{[&] { CHECK(work.next_block().empty()); }};
  work.close();
}

Shape any_shape() {
  Shape shape;
  shape.format = testing::any_format();
  shape.seats = *rc::gen::inRange(2, 5);
  shape.bots = shape.seats + *rc::gen::inRange(1, 8);
  shape.deals = static_cast<std::uint64_t>(*rc::gen::inRange(1, 30));
  shape.games = *rc::gen::inRange(1, 3);
  shape.settings = {{"rounds", *rc::gen::inRange(1, 9)},
                    {"advance", *rc::gen::inRange(1, shape.seats)},
                    {"target_error", *rc::gen::element(1, 100, 200, 400)}};
  if (shape.format->has_candidates())
    for (int bot = shape.seats; bot < shape.bots; bot += 2) shape.candidates.push_back(bot);
  return shape;
}

TEST_CASE("the size of a tournament is known in advance, exactly or between bounds") {
  CHECK(rc::check("bounds", [] {
    const auto shape = any_shape();
    const bool tie = *rc::gen::arbitrary<bool>();
    auto schedule = Schedule::make(shape).value();
    const auto games = play_out(schedule, tie ? testing::all_tie : by_lot);
    testing::check_bounds(schedule);
    const auto bounds = bounds_of(shape).value();
    if (shape.format != &formats::knockout() && shape.format != &formats::ladder())
      RC_ASSERT(bounds.fewest_games == bounds.most_games);
    const auto played = testing::games_of(games, shape.bots);
    const auto foretold = games_of_bots(shape);
    RC_ASSERT(foretold.size() == (shape.format->in_rounds() ? 0 : played.size()));
    for (std::size_t bot = 0; bot < foretold.size(); ++bot) {
      RC_ASSERT(played[bot] >= foretold[bot].fewest);
      RC_ASSERT(played[bot] <= foretold[bot].most);
    }
  }));
}

TEST_CASE("the number of games of a bot is known in advance, or nearly, in a format fixed from the start") {
  const auto of = [](Shape shape) {
    shape.bots = 7;
    shape.seats = 3;
    shape.deals = 10;
    return games_of_bots(shape);
  };
  CHECK(of({}) == std::vector<GamesOfBot>(7, {450, 450}));
  const auto gauntlet = of({.format = &formats::gauntlet(), .candidates = {0, 6}});
  CHECK(gauntlet.front() == GamesOfBot{300, 300});
  CHECK(gauntlet[1] == GamesOfBot{240, 240});
  CHECK(of({.format = &formats::sampled()}) == std::vector<GamesOfBot>(7, {24, 27}));
  CHECK(of({.format = &formats::swiss(), .settings = {{"rounds", 7}}}).empty());
}

}  // namespace
