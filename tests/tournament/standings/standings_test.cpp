#include "tournament/standings/standings.hpp"

#include <algorithm>
#include <random>
#include <ranges>

#include <catch2/catch.hpp>

#include "support/game_result.hpp"

using namespace tribunal;
using testing::game_result;
using testing::Seated;

namespace {

std::vector<std::string> names(const Standings& standings) {
  std::vector<std::string> names;
  for (const auto& row : standings.rows) names.push_back(row.bot);
  return names;
}

TEST_CASE("the better bot ranks first, with its places and points") {
  StandingsTally tally{{"ada", "bob", "cyd"}};
  tally.add(game_result(1, {{0, 0}, {1, 5}, {2, 2}}));
  tally.add(game_result(1, {{1, 3}, {2, 3}, {0, 1}}));
  tally.add(game_result(2, {{2, 0}, {1, 6}, {0, -2}}));
  const auto standings = tally.standings().value();
  CHECK(names(standings) == std::vector<std::string>{"bob", "cyd", "ada"});
  CHECK(standings.games == 3);
  CHECK(standings.deals == 2);

  const auto& bob = standings.rows[0];
  CHECK(bob.rank == 1);
  CHECK(bob.games == 3);
  CHECK(bob.places == std::vector<std::int64_t>{3, 0, 0});
  CHECK(bob.alone_at(1) == 2);
  CHECK(bob.shared() == 1);
  CHECK(bob.shared_places == std::vector<std::int64_t>{1, 0, 0});
  CHECK(bob.percent(bob.shared()) == Approx(100.0 / 3));
  CHECK(bob.score_percent().value() == Approx(100 * (2 + 1.5 + 2) / 6));
  CHECK(bob.points->mean == Approx((4.0 + 6.0) / 2));
  CHECK(bob.rating->elo > 1500);
  CHECK_FALSE(bob.superiority.has_value());  // two deals show nothing
  CHECK(standings.rows[1].places == std::vector<std::int64_t>{1, 2, 0});
  CHECK(standings.rows[2].places == std::vector<std::int64_t>{0, 0, 3});
  CHECK_FALSE(standings.rows[2].superiority.has_value());
}

TEST_CASE("standings are the same in whatever order the blocks of deals are played") {
  std::mt19937_64 source{11};
  std::vector<std::vector<GameResult>> blocks;
  for (std::uint64_t deal = 1; deal <= 30; ++deal) {
    for (const auto& [a, b] : {std::pair{0, 1}, std::pair{0, 2}, std::pair{1, 2}}) {
      const auto score = [&] { return static_cast<int>(source() % 9); };
      blocks.push_back(
          {game_result(deal, {{a, score()}, {b, score()}}), game_result(deal, {{b, score()}, {a, score()}})});
    }
  }
  const auto standings_of = [&](DealOrder order) {
    StandingsTally tally{{"ada", "bob", "cyd"}, order};
    for (const auto& result : blocks | std::views::join) tally.add(result);
    return tally.standings().value();
  };
  const auto before = standings_of(DealOrder::in_a_row);
  std::ranges::shuffle(blocks, source);
  const auto after = standings_of(DealOrder::come_back);
  CHECK(before.deals == after.deals);
  REQUIRE(names(before) == names(after));
  for (std::size_t row = 0; row < 3; ++row) {
    CHECK(before.rows[row].rating->elo == after.rows[row].rating->elo);
    CHECK(before.rows[row].rating->elo_error == after.rows[row].rating->elo_error);
    CHECK(before.rows[row].points->mean == after.rows[row].points->mean);
    CHECK(before.rows[row].points->error == after.rows[row].points->error);
    for (std::size_t other = 0; other < 3; ++other)
      CHECK(before.crosstable.at(row, other) == after.crosstable.at(row, other));
  }
  CHECK(before.variance_ratio == after.variance_ratio);
}

TEST_CASE("faults and times of a bot add up over its games") {
  StandingsTally tally{{"ada", "bob"}};
  for (int round = 0; round < 2; ++round) {
    auto result = game_result(1, {{0, 1}, {1, 0}});
    result.seats[1].faults = {{FaultKind::timeout, 2}, {FaultKind::illegal, 1}};
    for (const int us : {100, 200, 300}) result.seats[0].times.add(us);
    tally.add(result);
  }
  const auto standings = tally.standings().value();
  CHECK(standings.rows[0].times.count() == 6);
  CHECK(standings.rows[0].times.max_us() == 300);
  CHECK(standings.rows[0].fault_count() == 0);
  CHECK(standings.rows[1].fault_count() == 6);
  CHECK(standings.rows[1].faults.at(FaultKind::timeout) == 4);
}

TEST_CASE("bots that play alone against the Mob are rated by way of it") {
  StandingsTally tally{{"ada", "bob"}};
  for (std::uint64_t deal = 1; deal <= 20; ++deal) {
    tally.add(game_result(deal, {{0, deal % 4 == 0 ? 1 : 9}}, {5}));
    tally.add(game_result(deal, {{1, deal % 4 == 0 ? 9 : 1}}, {5}));
  }
  const auto standings = tally.standings().value();
  CHECK(names(standings) == std::vector<std::string>{"ada", std::string{mob_name}, "bob"});
  CHECK(standings.rows[1].by_referee);
  CHECK_FALSE(standings.rows[0].by_referee);
  CHECK(standings.rows[1].games == 40);
  CHECK(standings.groups.size() == 1);
  CHECK(standings.rows[0].rating->elo - standings.rows[1].rating->elo ==
        Approx(standings.rows[1].rating->elo - standings.rows[2].rating->elo));
}

/// A game for chips: the last seat is the Mob's, which has no chips and no place.
GameResult game_for_chips(std::uint64_t deal, const std::vector<Seated>& bots, int of_mob = 0) {
  auto result = game_result(deal, bots, {of_mob});
  place_by_score(result.outcome, static_cast<int>(bots.size()));
  return result;
}

TEST_CASE("a seat without a place takes no part in the standings, and no figure depends on its score") {
  const int of_mob = GENERATE(-100, 0, 1, 100);
  StandingsTally tally{{"ada", "bob"}};
  StandingsTally without{{"ada", "bob"}};
  for (std::uint64_t deal = 1; deal <= 40; ++deal) {
    const std::vector<Seated> seated{{0, deal % 4 == 0 ? -3 : 5}, {1, deal % 4 == 0 ? 3 : -5}};
    tally.add(game_for_chips(deal, seated, of_mob));
    without.add(game_result(deal, seated));
  }
  const auto standings = tally.standings().value();
  const auto expected = without.standings().value();
  CHECK(names(standings) == std::vector<std::string>{"ada", "bob"});
  CHECK(standings.of_two_places());
  CHECK(standings.seats.size() == 2);
  CHECK(standings.seats[0].points == expected.seats[0].points);
  CHECK(standings.rows[0].rating->elo == expected.rows[0].rating->elo);
  CHECK(standings.rows[0].rating->elo - standings.rows[1].rating->elo ==
        Approx(400 * std::log10(3)).margin(9));
  CHECK(standings.rows[0].places == std::vector<std::int64_t>{30, 10});
  CHECK(standings.rows[0].score_percent().value() == 75);
  CHECK(standings.rows[0].points->mean == expected.rows[0].points->mean);
  CHECK(standings.crosstable.names().size() == 2);
}

TEST_CASE("the Mob is rated by the games in which it has a place") {
  StandingsTally tally{{"ada", "bob"}};
  tally.add(game_for_chips(1, {{0, 5}, {1, -5}}));
  tally.add(game_result(1, {{0, 5}, {1, 2}}, {3}));
  const auto standings = tally.standings().value();
  REQUIRE(standings.rows.size() == 3);
  const auto mob = std::ranges::find_if(standings.rows, &StandingsRow::by_referee);
  REQUIRE(mob != standings.rows.end());
  CHECK(mob->games == 1);
  CHECK(mob->places == std::vector<std::int64_t>{0, 1, 0});
}

TEST_CASE("both players of a game for chips have the last place of two if both forfeit") {
  StandingsTally tally{{"ada", "bob"}};
  tally.add(game_for_chips(1, {{0, -20}, {1, 20}}), {.seats = SeatSet::first(2), .points = -100});
  const auto standings = tally.standings().value();
  for (const auto& row : standings.rows) CHECK(row.places == std::vector<std::int64_t>{0, 1});
}

TEST_CASE("a row has a place for each seat, even if nobody is last alone") {
  StandingsTally tally{{"ada", "bob", "cyd"}};
  tally.add(game_result(1, {{0, 5}, {1, 2}, {2, 2}}));
  StandingsTally imported{{"ada", "bob", "cyd"}};
  imported.add_places(1, std::array{Placed{0, 1}, Placed{1, 1}, Placed{2, 1}});
  for (const auto* const table : {&tally, &imported}) {
    const auto standings = table->standings().value();
    CHECK_FALSE(standings.of_two_places());
    for (const auto& row : standings.rows) CHECK(row.places.size() == 3);
  }
}

TEST_CASE("a game that both forfeited is lost for both in the crosstable, and no draw of a deal") {
  StandingsTally tally{{"ada", "bob"}};
  for (std::uint64_t deal = 1; deal <= 8; ++deal) {
    tally.add(game_result(deal, {{0, 0}, {1, 0}}), {.seats = SeatSet::first(2), .points = -40});
    tally.add(game_result(deal, {{0, 3}, {1, 0}}));
  }
  const auto met = tally.standings().value().crosstable.at(0, 1);
  CHECK(met.games() == 16);
  CHECK(met.wins == 8);
  CHECK(met.draws == 0);
  CHECK(met.lost_by_both == 8);
  CHECK(met.score_percent() == 50);
  CHECK(met.turned().score_percent() == 0);
  CHECK(met.pairs == std::array<std::int64_t, 5>{});
}

TEST_CASE("bots without games rank last, as equals") {
  StandingsTally tally{{"idle", "ada", "bob", "lazy"}};
  SECTION("after others have played") {
    tally.add(game_result(1, {{2, 4}, {1, 1}}));
    const auto standings = tally.standings().value();
    CHECK(names(standings) == std::vector<std::string>{"bob", "ada", "idle", "lazy"});
    CHECK(standings.rows[2].rank == 3);
    CHECK(standings.rows[3].rank == 3);
    CHECK_FALSE(standings.rows[2].rating.has_value());
    CHECK_FALSE(standings.rows[2].points.has_value());
    CHECK(standings.rows[2].places == std::vector<std::int64_t>{0, 0});
  }
  SECTION("before the first game") {
    const auto standings = tally.standings().value();
    REQUIRE(standings.rows.size() == 4);
    for (const auto& row : standings.rows) CHECK(row.rank == 1);
    CHECK_FALSE(standings.variance_ratio.has_value());
  }
}

TEST_CASE("bots that played alone rank by their points") {
  StandingsTally tally{{"ada", "bob"}};
  tally.add(game_result(1, {{0, 3}}));
  tally.add(game_result(1, {{1, 7}}));
  const auto standings = tally.standings().value();
  CHECK(names(standings) == std::vector<std::string>{"bob", "ada"});
  CHECK_FALSE(standings.rows[0].rating.has_value());
  CHECK(standings.rows[1].rank == 2);
}

TEST_CASE("equal results share a rank") {
  StandingsTally tally{{"ada", "bob", "cyd"}};
  tally.add(game_result(1, {{0, 1}, {1, 1}, {2, 0}}));
  const auto standings = tally.standings().value();
  CHECK(standings.rows[0].rank == 1);
  CHECK(standings.rows[1].rank == 1);
  CHECK(standings.rows[2].rank == 3);
}

TEST_CASE("the crosstable says how sure it is, by the scatter between deals") {
  StandingsTally often{{"ada", "bob"}};
  StandingsTally seldom{{"ada", "bob"}};
  for (std::uint64_t deal = 0; deal < 36; ++deal) {
    const int winner = deal % 3 == 0 ? 1 : 0;
    for (int turn = 0; turn < 4; ++turn) often.add(game_result(deal, {{winner, 2}, {1 - winner, 1}}));
    if (deal < 7) seldom.add(game_result(deal, {{winner, 2}, {1 - winner, 1}}));
  }
  // 24 deals of +4 and 12 of -4: a sum of 48, a root of squares of 24; as 144 games apart it would be 4
  // deviations
  const auto table = often.standings().value().crosstable;
  CHECK(table.at(0, 1).deals == 36);
  CHECK(table.at(0, 1).superiority().value() == Approx(0.97725).margin(1e-5));
  CHECK(table.at(1, 0).superiority().value() == Approx(0.02275).margin(1e-5));
  CHECK_FALSE(seldom.standings().value().crosstable.at(0, 1).superiority().has_value());
}

TEST_CASE("standings say what a seat is worth") {
  StandingsTally tally{{"ada", "bob"}};
  for (std::uint64_t deal = 0; deal < 8; ++deal) {
    const int more = deal % 2 == 0 ? 3 : 1;
    tally.add(game_result(deal, {{0, 2 * more}, {1, 0}}));
    tally.add(game_result(deal, {{1, 2 * more}, {0, 0}}));
  }
  const auto seats = tally.standings().value().seats;
  REQUIRE(seats.size() == 2);
  CHECK(seats[0].points == Approx(2));
  CHECK(seats[1].points == Approx(-2));
  CHECK(seats[0].error.value() == Approx(2.36462 * std::sqrt(8.0 / 7 / 8)).epsilon(1e-5));
  CHECK(seats[0].first_percent == 100);
  CHECK(tally.standings({.points = false}).value().seats.empty());
}

TEST_CASE("the crosstable shows who beat whom, and by how much") {
  StandingsTally tally{{"ada", "bob", "cyd"}};
  tally.add(game_result(1, {{0, 0}, {1, 5}, {2, 2}}));
  tally.add(game_result(1, {{1, 3}, {2, 3}, {0, 1}}));
  const auto standings = tally.standings().value();
  const auto& table = standings.crosstable;
  CHECK(table.names() == std::vector<std::string>{"bob", "cyd", "ada"});
  CHECK(table.at(0, 1) == Encounters{.wins = 1,
                                     .draws = 1,
                                     .losses = 0,
                                     .points = 3,
                                     .deals = 1,
                                     .squares = 1,
                                     .pairs = {0, 0, 0, 1, 0}});
  CHECK(table.at(1, 0) == Encounters{.wins = 0,
                                     .draws = 1,
                                     .losses = 1,
                                     .points = -3,
                                     .deals = 1,
                                     .squares = 1,
                                     .pairs = {0, 1, 0, 0, 0}});
  CHECK(table.at(0, 2).score_percent() == 100);
  CHECK(table.at(0, 1).score_percent() == 75);
  CHECK(table.at(0, 1).mean_points() == Approx(1.5));
  CHECK(table.at(2, 2).games() == 0);
}

TEST_CASE("bots that never met are named by group") {
  StandingsTally tally{{"ada", "bob", "cyd", "dan"}};
  tally.add(game_result(1, {{0, 1}, {2, 0}}));
  tally.add(game_result(1, {{1, 1}, {3, 0}}));
  const auto standings = tally.standings().value();
  CHECK(standings.groups == std::vector<std::vector<std::string>>{{"ada", "cyd"}, {"bob", "dan"}});
}

TEST_CASE("rotation of the seats shrinks the variance when luck lies in the cards") {
  StandingsTally tally{{"ada", "bob"}};
  std::mt19937_64 source{3};
  for (std::uint64_t deal = 1; deal <= 200; ++deal) {
    const int luck = static_cast<int>(source() % 21) - 10;
    const auto noise = [&] { return static_cast<int>(source() % 3); };
    tally.add(game_result(deal, {{0, luck + noise()}, {1, -luck + noise()}}));
    tally.add(game_result(deal, {{1, luck + noise()}, {0, -luck + noise()}}));
  }
  const auto ratio = tally.standings().value().variance_ratio;
  CHECK(ratio.value() < 0.1);
  CHECK(ratio.value() > 0);
}

TEST_CASE("over several games there are places and ratings, but no points") {
  StandingsTally tally{{"ada", "bob"}};
  tally.add(game_result(1, {{0, 1}, {1, 300}}));
  tally.add(game_result(2, {{1, 2}, {0, 1}}));
  const auto standings = tally.standings({.points = false}).value();
  CHECK_FALSE(standings.points);
  CHECK(names(standings) == std::vector<std::string>{"bob", "ada"});
  CHECK(standings.rows[0].places == std::vector<std::int64_t>{2, 0});
  CHECK(standings.rows[0].deals == 2);
  CHECK_FALSE(standings.rows[0].points);
  CHECK_FALSE(standings.variance_ratio);
}

TEST_CASE("an anchor must be one of the bots") {
  StandingsTally tally{{"ada", "bob"}};
  tally.add(game_result(1, {{0, 1}, {1, 0}}));
  CHECK(tally.standings({.anchors = {Anchor{"bob", 1000}}})->rows[1].rating->elo == 1000);
  CHECK(tally.standings({.anchors = {Anchor{"zoe", 1000}}}).error().text() ==
        "anchor: no bot is named \"zoe\"; expected one of the bots that played");
}

TEST_CASE("a game of a bot that does not take part is refused") {
  StandingsTally tally{{"ada", "bob"}};
  CHECK_THROWS_AS(tally.add(game_result(1, {{0, 1}, {2, 0}})), std::invalid_argument);
  CHECK_THROWS_AS(tally.add(game_result(1, {{-1, 1}, {0, 0}})), std::invalid_argument);
}

TEST_CASE("a forfeit counts as the least that the rules allow, and nothing that others have depends on it") {
  const auto standings_with = [](bool forfeits_count) {
    StandingsTally tally{{"dead", "weak", "strong"}};
    const auto with = [&](SeatSet seats) {
      return forfeits_count ? Forfeit{.seats = seats, .points = -40} : Forfeit{};
    };
    for (std::uint64_t deal = 1; deal <= 12; ++deal) {
      tally.add(game_result(deal, {{0, 0}, {2, 6}}), with(SeatSet::only(0)));
      tally.add(game_result(deal, {{0, 0}, {1, 1}}), with(SeatSet::only(0)));
      tally.add(game_result(deal, {{1, deal % 4 == 0 ? 7 : -7}, {2, deal % 4 == 0 ? -7 : 7}}));
    }
    return tally.standings().value();
  };
  const auto before = standings_with(false);
  const auto after = standings_with(true);
  CHECK(names(after) == std::vector<std::string>{"strong", "weak", "dead"});
  CHECK(before.rows[2].points->mean >
        before.rows[1].points->mean);  // the wrong order if forfeits did not count
  CHECK(after.rows[2].points->mean == -40);
  for (const std::size_t row : {0U, 1U, 2U}) {
    if (row < 2) CHECK(after.rows[row].points->mean == before.rows[row].points->mean);
    CHECK(after.rows[row].rating->elo == before.rows[row].rating->elo);
    CHECK(after.rows[row].places == before.rows[row].places);
    for (const std::size_t other : {0U, 1U, 2U})
      CHECK(after.crosstable.at(row, other) == before.crosstable.at(row, other));
  }
  CHECK(after.variance_ratio == before.variance_ratio);
  for (const std::size_t seat : {0U, 1U}) CHECK(after.seats[seat].points == before.seats[seat].points);
}

TEST_CASE("nobody has the first place if all seats forfeited") {
  StandingsTally tally{{"dead", "missing"}};
  for (std::uint64_t deal = 1; deal <= 3; ++deal)
    tally.add(game_result(deal, {{0, 0}, {1, 0}}), {.seats = SeatSet::first(2), .points = -40});
  const auto standings = tally.standings().value();
  for (const std::size_t row : {0U, 1U}) {
    CHECK(standings.rows[row].rank == 1);
    CHECK(standings.rows[row].points->mean == -40);
    CHECK(standings.rows[row].places == std::vector<std::int64_t>{0, 3});
    CHECK_FALSE(standings.rows[row].rating);
    CHECK(standings.seats[row].first_percent == 0);
  }
}

TEST_CASE("nobody gains rating by forfeiting the same game as another") {
  struct Example {
    std::vector<Seated> bots;
    std::vector<Seat> dead;  ///< seats
  };
  // Bots 0 and 1 are dead; 2 loses to 3 in every game that they play together.
  const auto examples = GENERATE(values<std::vector<Example>>({
      {{{{2, 0}, {3, 9}}, {}}, {{{0, 0}, {1, 0}}, {0, 1}}},
      {{{{2, 0}, {3, 9}}, {}}, {{{0, 0}, {1, 0}}, {0, 1}}, {{{0, 0}, {3, 9}}, {0}}, {{{1, 0}, {2, 9}}, {0}}},
      {{{{0, 0}, {1, 0}, {2, 1}}, {0, 1}},
       {{{0, 0}, {1, 0}, {3, 1}}, {0, 1}},
       {{{2, 0}, {3, 9}, {1, 0}}, {2}}},
  }));
  StandingsTally tally{{"dead", "missing", "weak", "strong"}};
  for (std::uint64_t deal = 1; deal <= 12; ++deal) {
    for (const auto& [bots, dead] : examples) {
      SeatSet forfeited;
      for (const auto seat : dead) forfeited.add(seat);
      tally.add(game_result(deal, bots), {.seats = forfeited, .points = -40});
    }
  }
  const auto standings = tally.standings().value();
  CHECK(standings.rows[0].bot == "strong");
  CHECK(standings.rows[1].bot == "weak");
  CHECK(standings.rows[2].rank > standings.rows[1].rank);
}

}  // namespace
