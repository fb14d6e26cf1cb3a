// Properties of every format in rounds.
#include <mutex>
#include <random>
#include <set>
#include <thread>

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "tournament/run/work_queue.hpp"
#include "tournament/schedule/formats/formats.hpp"
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

}  // namespace

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
      std::set<int> playing;  // in a ladder the field's groups are sampled, and a bot may be in two
      for (const auto& group : round.groups) {
        for (const int bot : group) {
          RC_ASSERT(playing.insert(bot).second || shape.format == &formats::ladder());
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
    const auto bounds = bounds_of(shape).value();
    RC_ASSERT(games.size() >= bounds.fewest_games && games.size() <= bounds.most_games);
    RC_ASSERT(schedule.rounds().size() >= bounds.fewest_rounds);
    RC_ASSERT(schedule.rounds().size() <= bounds.most_rounds);
  }));
}

TEST_CASE("rounds: the order in which games finish makes no difference, nor does hearing of one again") {
  CHECK(rc::check("orders", [] {
    const auto shape = any_shape_in_rounds();
    auto expected = Schedule::make(shape).value();
    play_out(expected);
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
    // Any games of the unfinished round may be stored.
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
  auto schedule =
      Schedule::make(
          {.bots = 4, .seats = 2, .deals = 1, .format = &formats::swiss(), .settings = {{"rounds", 2}}})
          .value();
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
  const Shape shape{
      .bots = 9, .seats = 3, .deals = 2, .format = &formats::swiss(), .settings = {{"rounds", 5}}};
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
  WorkQueue work{
      Schedule::make(
          {.bots = 4, .seats = 2, .deals = 1, .format = &formats::swiss(), .settings = {{"rounds", 2}}})
          .value(),
      {}};
  CHECK(work.next_block().size() == 2);
  CHECK(work.next_block().size() == 2);
  std::jthread waiting{[&] { CHECK(work.next_block().empty()); }};
  work.close();
}
