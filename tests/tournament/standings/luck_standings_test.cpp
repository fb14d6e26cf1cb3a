// Standings with luck removed, and the checks that the luck belongs to the games.
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "support/game_result.hpp"
#include "tournament/standings/standings.hpp"
#include "tournament/stored_cup.hpp"

using namespace tribunal;
using namespace tribunal::testing;

namespace {

LuckOfGame luck_of_seats(const std::vector<SeatLuckUnits>& draws, const std::vector<SeatLuckUnits>& hands) {
  return {.game = 0, .events = 1, .draws = draws, .hands = hands};
}

TEST_CASE("points without luck are those of the games less the luck of the kind that is taken out") {
  const auto luck = luck_of_seats({{1500, 200}, {-500, -200}}, {{250, 0}, {0, 0}});
  const auto points_of = [&](LuckKind kind) {
    StandingsTally tally{{"ada", "bob"}, DealOrder::in_a_row, true};
    tally.add(game_result(1, {{0, 7}, {1, 2}}), {}, &luck, kind);
    tally.add(game_result(2, {{1, 3}, {0, 4}}), {}, nullptr, kind);
    return tally.standings().value();
  };
  const auto draws = points_of(LuckKind::draws);
  CHECK(draws.row_of("ada")->points->mean == Approx((5.5 + 4) / 2));
  CHECK(draws.row_of("bob")->points->mean == Approx((2.5 + 3) / 2));
  CHECK(draws.row_of("ada")->luck->points == Approx(1.5));  // of the one game that has luck
  CHECK(draws.row_of("ada")->luck->games == 1);
  const auto both = points_of(LuckKind::draws_and_hands);
  CHECK(both.row_of("ada")->points->mean == Approx((5.25 + 4) / 2));
  CHECK(both.row_of("ada")->luck->points == Approx(1.5));  // the luck of draws, whatever luck is removed
}

TEST_CASE("without luck in any game, a tally that takes luck out has the usual points and ratings") {
  StandingsTally usual{{"ada", "bob"}};
  StandingsTally without{{"ada", "bob"}, DealOrder::in_a_row, true};
  for (std::uint64_t game = 0; game < 40; ++game) {
    const int ada = game % 3 == 0 ? 1 : 6;
    const int bob = game % 5 == 0 ? 6 : 3;
    const auto result = game % 2 == 0
                            ? game_result(game / 2, {{0, ada}, {1, bob}}, {static_cast<int>(game % 7)})
                            : game_result(game / 2, {{1, bob}, {0, ada}}, {static_cast<int>(game % 7)});
    usual.add(result);
    without.add(result, {}, nullptr, LuckKind::draws);
  }
  const auto one = usual.standings().value();
  const auto other = without.standings().value();
  for (const auto& row : one.rows) {
    const auto& same = *other.row_of(row.bot);
    CHECK(same.rating->elo == row.rating->elo);
    CHECK(same.rating->elo_error == row.rating->elo_error);
    CHECK(same.points->mean == Approx(row.points->mean));
    CHECK(same.points->error.value() == Approx(row.points->error.value()));
    CHECK_FALSE(same.luck.has_value());
  }
  CHECK(other.variance_ratio.value() == Approx(one.variance_ratio.value()));
}

/// Ten deals of two bots whose wins are all luck: without it they are equal.
Standings lucky_wins(int extra) {
  StandingsTally tally{{"ada", "bob"}, DealOrder::in_a_row, true};
  std::mt19937_64 source{5};
  for (std::uint64_t deal = 1; deal <= 10; ++deal) {
    const auto scatter = static_cast<std::int32_t>(source() % 1000);
    const auto luck = luck_of_seats({{extra + scatter, 500}, {-extra - scatter, -500}}, {{0, 0}, {0, 0}});
    tally.add(game_result(deal, {{0, 4}, {1, -4}}), {}, &luck, LuckKind::draws);
  }
  return tally.standings().value();
}

TEST_CASE("wins that are all luck say nothing of strength") {
  const auto standings = lucky_wins(3500);
  CHECK(std::abs(standings.row_of("ada")->rating->elo - standings.row_of("bob")->rating->elo) < 1);
}

TEST_CASE("the luck of a bot beyond all chance is an alarm, whichever way, and other luck is not") {
  const auto alarms = alarms_in(lucky_wins(3500));
  REQUIRE(alarms.size() == 2);
  const auto of = [&](const std::string& bot) { return *std::ranges::find(alarms, bot, &LuckAlarm::bot); };
  CHECK(of("ada").text().starts_with("ada had more luck than an honest bot has: +"));
  CHECK(of("bob").text().starts_with("bob had less luck than an honest bot has: -"));
  CHECK(of("ada").luck.z.value() > alarming_z);
  CHECK(of("bob").luck.z.value() < -alarming_z);
  CHECK(alarms_in(lucky_wins(-500)).empty());
}

TEST_CASE("luck by places is an alarm where points show none, and nights add up") {
  StandingsTally tally{{"ada", "bob"}, DealOrder::in_a_row, true};
  std::mt19937_64 source{5};
  for (std::uint64_t deal = 1; deal <= 12; ++deal) {
    const auto place = static_cast<std::int32_t>(400 + source() % 100);
    const auto points = static_cast<std::int32_t>(source() % 2000) - 1000;
    const auto luck = luck_of_seats({{points, place}, {-points, -place}}, {{0, 0}, {0, 0}});
    tally.add(game_result(deal, {{0, 4}, {1, -4}}), {}, &luck, LuckKind::draws);
  }
  const auto standings = tally.standings().value();
  const auto alarms = alarms_in(standings);
  REQUIRE(alarms.size() == 2);
  CHECK(std::abs(alarms.front().luck.z.value()) < 3);
  CHECK(alarms.front().luck.is_by_places());
  CHECK(alarms.front().text().find(" by places after 12 games") != std::string::npos);

  const RowLuck night{.points = 1, .z = 3, .place_z = -1, .deals = 10, .games = 100};
  const auto season = added_up(std::vector{night, night, night, night});
  CHECK(season.z.value() == Approx(6));
  CHECK(season.place_z.value() == Approx(-2));
  CHECK(season.games == 400);
  CHECK(season.points == Approx(1));
  CHECK_FALSE(added_up(std::vector{RowLuck{.points = 1, .games = 5}}).z.has_value());
}

TEST_CASE("z with few deals is as rare as a normal deviate, and there is none below eight") {
  const auto z_of = [](std::size_t deals, double t) {
    return row_luck({.mean = t,
                     .error = deals < fewest_deals ? std::nullopt : std::optional{1.0},
                     .deals = deals,
                     .games = deals,
                     .variance = 1})
        .z;
  };
  CHECK_FALSE(z_of(7, 50).has_value());
  CHECK(z_of(8, 5).value() == Approx(3.16).margin(0.02));  // Student's 5 with 7 degrees of freedom: 0.00157
  CHECK(z_of(8, -5).value() == Approx(-3.16).margin(0.02));
  CHECK(z_of(100'000, 5).value() == Approx(5).margin(0.01));
  CHECK(std::isfinite(z_of(1'000'000, 400).value()));
}

TEST_CASE("honest luck raises no alarm in 200 tournaments, and its z scatters as it should") {
  std::mt19937_64 source{200};
  std::normal_distribution<double> luck{0, 3000};
  double squares = 0;
  std::size_t alarms = 0;
  for (int tournament = 0; tournament < 200; ++tournament) {
    StandingsTally tally{{"ada", "bob"}, DealOrder::in_a_row, true};
    for (std::uint64_t deal = 1; deal <= 12; ++deal) {
      const auto of_ada = static_cast<std::int32_t>(luck(source));
      const auto of_game = luck_of_seats({{of_ada, 0}, {-of_ada, 0}}, {{0, 0}, {0, 0}});
      tally.add(game_result(deal, {{0, 1}, {1, 0}}), {}, &of_game, LuckKind::draws);
    }
    const auto standings = tally.standings().value();
    alarms += alarms_in(standings).size();
    const double z = standings.row_of("ada")->luck->z.value();
    squares += z * z / 200;
  }
  CHECK(alarms == 0);
  CHECK(squares > 0.7);
  CHECK(squares < 1.35);
}

/// The stored games of a cup, and luck of them by a rule of thumb.
struct LuckyCup {
  ScratchFolder folder;
  Tournament cup = cup_of();
  Store store = stored(folder, cup, {0, 1, 2, 3, 4, 5});
  StoredLuck luck{.results = content_of(folder), .pairs = 3, .models = {}, .games = {}};

  LuckyCup() {
    for (const auto& game : results_of(folder)) {
      LuckOfGame of_game{.game = game.index, .events = 2, .draws = {}, .hands = {}};
      for (int seat = 0; seat < game.outcome.seats; ++seat) {
        of_game.draws.push_back({1000 * (seat + 1), 0});
        of_game.hands.push_back({100, 0});
      }
      luck.games.push_back(of_game);
    }
  }
  [[nodiscard]] tribunal::Result<TournamentStandings> standings(const StoredLuck& taken,
                                                                LuckKind kind = LuckKind::draws) const {
    return standings_of(results_in(folder), {}, LastColumn::content,
                        LuckTakenOut{std::make_shared<const StoredLuck>(taken), kind});
  }
};

TEST_CASE("the standings of a tournament have those without luck beside them") {
  const LuckyCup cup;
  const auto standings = cup.standings(cup.luck).value();
  const auto& without = standings.without_luck.value();
  CHECK(without.games_with_luck == 6);
  CHECK(without.pairs == 3);
  double taken = 0;
  for (const auto& row : standings.overall.rows) {
    const auto& corrected = *without.overall.row_of(row.bot);
    CHECK(corrected.luck->points == Approx(row.points->mean - corrected.points->mean));
    taken += corrected.luck->points;
  }
  CHECK(taken == Approx(1 + 2 + 3));  // a bot sits in every seat equally often
  const auto usual = standings_of(results_in(cup.folder)).value();
  CHECK_FALSE(usual.without_luck.has_value());
  for (const auto& row : usual.overall.rows)
    CHECK(standings.overall.row_of(row.bot)->rating->elo == row.rating->elo);
}

TEST_CASE("luck that is not of the games is refused, and the next step is named") {
  const LuckyCup cup;
  using Change = std::function<void(StoredLuck&)>;
  const std::array<std::pair<Change, const char*>, 5> changes{{
      {[](StoredLuck& luck) { luck.games.erase(luck.games.begin() + 2); }, "the luck of game 2 is missing"},
      {[](StoredLuck& luck) { luck.games.clear(); }, "the luck of game 0 is missing"},
      {[](StoredLuck& luck) {
         luck.games[4].draws.pop_back();
         luck.games[4].hands.pop_back();
       },
       "the luck of game 4 is missing, or has other seats"},
      {[](StoredLuck& luck) {
         luck.games.push_back(luck.games.back());
         luck.games.back().game = 77;
       },
       "games that were not played"},
      {[](StoredLuck& luck) { luck.results[0] ^= 1; }, "the luck of other games"},
  }};
  for (const auto& [change, said] : changes) {
    auto other = cup.luck;
    change(other);
    const auto refused = cup.standings(other);
    CAPTURE(said);
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().code == ErrorCode::unreadable);
    CHECK_THAT(refused.error().message, Catch::Contains(said) && Catch::Contains("'tribunal luck "));
  }
}

}  // namespace
