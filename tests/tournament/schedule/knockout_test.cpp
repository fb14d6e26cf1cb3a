#include <catch2/catch.hpp>

#include "tournament/season.hpp"

using namespace tribunal;
using tribunal::testing::all_tie;
using tribunal::testing::by_plan;
using tribunal::testing::places_by;
using tribunal::testing::played;
using Groups = std::vector<std::vector<int>>;

namespace {

Shape knockout(int bots, int seats, int advance, std::uint64_t deals = 1) {
  return {.bots = bots,
          .seats = seats,
          .deals = deals,
          .format = &formats::knockout(),
          .settings = {{"advance", advance}}};
}

std::vector<Groups> rounds_of(const Shape& shape, const testing::Referee& referee) {
  return testing::groups_of_rounds(played(shape, referee));
}

/// All bots of a round, ascending; each must be there once.
std::vector<int> bots_of(const Groups& groups) {
  std::vector<int> bots;
  for (const auto& group : groups) bots.insert(bots.end(), group.begin(), group.end());
  std::ranges::sort(bots);
  REQUIRE(std::ranges::adjacent_find(bots) == bots.end());
  return bots;
}

/// The bots that share first place, ascending: while a knockout runs, those that are left.
std::vector<int> first_placed(const Shape& shape, PlayedRounds rounds) {
  const auto places = shape.format->places_after(shape, rounds);
  std::vector<int> first;
  for (int bot = 0; bot < shape.bots; ++bot)
    if (places.at(static_cast<std::size_t>(bot)) == 1) first.push_back(bot);
  return first;
}

TEST_CASE("knockout: of eight in pairs the best seeds meet in the final") {
  CHECK(rounds_of(knockout(8, 2, 1), by_plan) ==
        std::vector<Groups>{{{0, 7}, {1, 6}, {2, 5}, {3, 4}}, {{0, 3}, {1, 2}}, {{0, 1}}});
}

TEST_CASE("knockout: who beats a better seed takes its place in the bracket") {
  const auto last_wins = [](const ScheduledGame& game) {
    return places_by(game, [](int bot) { return bot; });
  };
  CHECK(rounds_of(knockout(8, 2, 1), last_wins) ==
        std::vector<Groups>{{{0, 7}, {1, 6}, {2, 5}, {3, 4}}, {{7, 4}, {6, 5}}, {{7, 6}}});
}

TEST_CASE("knockout: where the numbers do not come out, the best seeds have byes") {
  CHECK(rounds_of(knockout(6, 2, 1), by_plan) ==
        std::vector<Groups>{{{2, 5}, {3, 4}}, {{0, 3}, {1, 2}}, {{0, 1}}});
  CHECK(rounds_of(knockout(5, 4, 2), by_plan) == std::vector<Groups>{{{1, 2, 3, 4}}, {{0, 1, 2, 3}}});
}

TEST_CASE("knockout: byes are those that are left and do not play, and none in a further deal") {
  const auto shape = knockout(6, 2, 1);
  const auto schedule = played(shape, [](const ScheduledGame& game) {
    return game.deal == 0 ? all_tie(game) : by_plan(game);  // so that the first stage has a further deal
  });
  const auto& rounds = schedule.rounds();
  const auto byes_in = [&](std::size_t round) {
    return shape.format->byes_in(shape, std::span{rounds}.first(round), rounds[round].round);
  };
  CHECK(byes_in(0) == std::vector{0, 1});
  REQUIRE(rounds.size() == 4);
  for (const std::size_t round : {1U, 2U, 3U}) CHECK(byes_in(round).empty());
}

TEST_CASE("knockout: several of a group advance") {
  CHECK(rounds_of(knockout(8, 4, 2), by_plan) ==
        std::vector<Groups>{{{0, 3, 4, 7}, {1, 2, 5, 6}}, {{0, 1, 2, 3}}});
}

TEST_CASE("knockout: every stage throws bots out, all groups but one as many, until one group is left") {
  for (int seats = 2; seats <= 6; ++seats) {
    for (int advance = 1; advance < seats; ++advance) {
      for (int bots = seats; bots <= 60; ++bots) {
        CAPTURE(seats, advance, bots);
        const auto shape = knockout(bots, seats, advance);
        const auto schedule = played(shape, by_plan);
        const std::span rounds{schedule.rounds()};
        std::string stages;
        auto left = first_placed(shape, {});
        for (std::size_t i = 0; i < rounds.size(); ++i) {
          const auto& round = rounds[i].round;
          const auto groups = round.groups.size();
          stages += (i == 0 ? "" : " + ") + std::to_string(groups);
          auto still = shape.format->byes_in(shape, rounds.first(i), round);
          CHECK(still.size() + groups * static_cast<std::size_t>(seats) == left.size());
          std::ranges::copy(bots_of(round.groups), std::back_inserter(still));
          CHECK(testing::sorted(still) == left);
          if (i + 1 == rounds.size()) break;
          const auto next = first_placed(shape, rounds.first(i + 1));
          const auto out = left.size() - next.size();
          CHECK(out > (groups - 1) * static_cast<std::size_t>(seats - advance));
          CHECK(out <= groups * static_cast<std::size_t>(seats - advance));
          left = next;
        }
        CHECK(left.size() == static_cast<std::size_t>(seats));
        CHECK(rounds.back().round.groups.size() == 1);
        CHECK(stages + (stages == "1" ? " group" : " groups") == shape.format->groups_text(shape));
      }
    }
  }
}

TEST_CASE("knockout: a tie that decides is broken by further deals of that group alone") {
  // Bots 2 and 5 tie repeatedly on the deal of the first round, and 5 wins the first further one.
  const auto referee = [](const ScheduledGame& game) {
    const bool tied = game.deal == 0 && std::ranges::count(game.seating, 2) > 0;
    if (tied) return all_tie(game);
    return places_by(game, [](int bot) { return bot == 5 ? 1 : -bot; });
  };
  CHECK(rounds_of(knockout(6, 2, 1), referee) ==
        std::vector<Groups>{{{2, 5}, {3, 4}}, {{2, 5}}, {{0, 3}, {1, 5}}, {{0, 5}}});
}

TEST_CASE("knockout: a tie that decides nothing is left alone") {
  const auto low_two_tie = [](const ScheduledGame& game) {
    return places_by(game, [](int bot) { return bot < 4 ? -bot : -4; });
  };
  CHECK(rounds_of(knockout(8, 4, 2), low_two_tie).size() == 2);
}

TEST_CASE("knockout: after eight tied deals the better place in the bracket advances") {
  const auto rounds = rounds_of(knockout(4, 2, 1, 3), all_tie);
  REQUIRE(rounds.size() == 9 + 9);
  CHECK(rounds[8] == Groups{{0, 3}, {1, 2}});
  CHECK(rounds[9] == Groups{{0, 1}});
  const auto schedule = played(knockout(4, 2, 1, 3), all_tie);
  CHECK(schedule.rounds()[0].round.deals == 3);
  CHECK(schedule.rounds()[1].round.deals == 1);
  CHECK(schedule.rounds()[2].first_deal == 4);
  CHECK(testing::left_after(schedule.shape(), schedule.rounds()) == std::vector<int>{0, 1});
}

std::vector<int> final_places(const Shape& shape, const testing::Referee& referee) {
  return shape.format->places_after(shape, played(shape, referee).complete_rounds());
}

TEST_CASE("knockout: those that have been in one group are kept apart as long as the numbers allow") {
  for (const int seats : {3, 4, 5, 6}) {
    for (int advance = 2; 2 * advance <= seats; ++advance) {
      for (int bots = seats; bots <= 60; ++bots) {
        CAPTURE(seats, advance, bots);
        const auto rounds = rounds_of(knockout(bots, seats, advance), by_plan);
        for (std::size_t i = 1; i < rounds.size(); ++i) {
          const auto groups = static_cast<int>(rounds[i].size());
          for (const auto& group : rounds[i]) {
            for (const auto& before : rounds[i - 1]) {
              const auto together =
                  std::ranges::count_if(group, [&](int bot) { return std::ranges::count(before, bot) > 0; });
              // At most seats - 1 bots of a group advance, and they are spread evenly over all groups.
              CHECK(together <= (seats - 1 + groups - 1) / groups);
            }
          }
        }
      }
    }
  }
  CHECK(rounds_of(knockout(16, 4, 2), by_plan).at(1) == Groups{{1, 2, 4, 7}, {0, 3, 5, 6}});
}

TEST_CASE("knockout: who went out in one stage shares a place") {
  CHECK(final_places(knockout(8, 2, 1), by_plan) == std::vector{1, 2, 3, 3, 5, 5, 5, 5});
  CHECK(final_places(knockout(8, 4, 2), by_plan) == std::vector{1, 2, 3, 4, 5, 5, 7, 7});
  CHECK(final_places(knockout(6, 2, 1), by_plan) == std::vector{1, 2, 3, 3, 5, 5});
  const auto shape = knockout(8, 2, 1);
  CHECK(shape.format->places_after(shape, {}) == std::vector(8, 1));
}

TEST_CASE("knockout: a game for the third place") {
  auto shape = knockout(8, 2, 1);
  shape.settings["third_place"] = 1;
  CHECK(rounds_of(shape, by_plan).back() == Groups{{0, 1}, {3, 2}});
  CHECK(final_places(shape, by_plan) == std::vector{1, 2, 3, 4, 5, 5, 5, 5});
  CHECK(shape.format->groups_text(shape) == "4 + 2 + 2 groups");
  CHECK(bounds_of(shape).value().fewest_games == 16);
  shape.bots = 3;  // nobody to play for it
  CHECK(rounds_of(shape, by_plan).back() == Groups{{0, 1}});
  CHECK(final_places(shape, by_plan) == std::vector{1, 2, 3});
}

}  // namespace
