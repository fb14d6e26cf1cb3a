#include "tournament/standings/comparison.hpp"

#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "support/scratch_folder.hpp"
#include "tournament/cup.hpp"
#include "tournament/standings/comparison_games.hpp"

using namespace tribunal;
using namespace tribunal::testing;

namespace {

constexpr auto by_points = ComparedBy::points;
constexpr auto by_places = ComparedBy::places;

/// The question whether the candidate is better by one point.
constexpr SequentialQuestion one_point{.m0 = 0, .m1 = 1, .lowest = -40, .highest = 40};

/// The question by points, or whether the candidate takes the better place in 60 of 100 games.
constexpr SequentialQuestion question_by(ComparedBy by) {
  return by == by_points ? one_point : SequentialQuestion{.m0 = 0.5, .m1 = 0.6, .lowest = 0, .highest = 1};
}

/// The scores of the candidate and the baseline in each seat; the others score 1 and -1.
Worth by_seat(const std::vector<int>& candidate, const std::vector<int>& baseline) {
  return [=](const ScheduledGame& game, int bot) {
    const auto seat = static_cast<std::size_t>(seat_on_trial(game));
    return bot == Comparison::candidate  ? candidate.at(seat)
           : bot == Comparison::baseline ? baseline.at(seat)
                                         : 5 - 2 * bot;
  };
}

/// The mean that a comparison of one deal shows.
double shown(ComparedBy by, const Worth& worth) {
  const auto schedule = duel();
  const auto comparison = compared(schedule, question_by(by), by, games_with(schedule, 1, worth));
  REQUIRE(comparison.test().blocks() == 1);
  return comparison.test().mean();
}

TEST_CASE("a deal takes as many games as the two play it with all others in all seatings") {
  CHECK(Comparison{duel(1, 2), one_point, by_points}.games_a_deal() == 4);
  CHECK(Comparison{duel(2, 3), one_point, by_points}.games_a_deal() == 6);
  CHECK(Comparison{duel(3, 3), one_point, by_points}.games_a_deal() == 18);
}

TEST_CASE("by points a deal shows the mean of the candidate's points less the baseline's in the same seat") {
  CHECK(shown(by_points, by_seat({5, 5, 5}, {5, 5, 5})) == 0);
  CHECK(shown(by_points, by_seat({5, -1, 2}, {1, 1, 1})) == 1);
  CHECK(shown(by_points, by_seat({0, 0, 0}, {3, 0, 0})) == -1);
}

TEST_CASE("by places a deal shows how often the candidate takes a better place in the same seat") {
  CHECK(shown(by_places, by_seat({2, 2, 2}, {0, 0, 0})) == 1);
  CHECK(shown(by_places, by_seat({-2, -2, -2}, {0, 0, 0})) == 0);
  CHECK(shown(by_places, by_seat({2, 0, -2}, {2, 0, -2})) == 0.5);
  CHECK(shown(by_places, by_seat({2, 0, -2}, {0, -2, 2})) == Approx(2.0 / 3));
  CHECK(shown(by_places, by_seat({9, -9, 0}, {2, -2, 0})) ==
        0.5);  // the size of the lead makes no difference
}

TEST_CASE("the verdict follows from what the deals show") {
  const auto verdict = [](std::uint64_t most_deals, const std::function<int(std::uint64_t)>& points) {
    auto question = one_point;
    question.most_blocks = most_deals;
    const auto schedule = duel();
    return compared(schedule, question, by_points, games_with(schedule, 100, ahead_by(points)))
        .test()
        .verdict();
  };
  const auto up_and_down = [](std::uint64_t deal) { return deal % 2 == 0 ? 10 : -9; };
  CHECK(verdict(0, [](std::uint64_t deal) { return deal % 3 == 0 ? 5 : 3; }) == SequentialVerdict::better);
  CHECK(verdict(0, [](std::uint64_t deal) { return deal % 3 == 0 ? -5 : -3; }) ==
        SequentialVerdict::not_better);
  CHECK(verdict(0, up_and_down) == SequentialVerdict::undecided);
  CHECK(verdict(30, up_and_down) == SequentialVerdict::inconclusive);
}

TEST_CASE("deals count in their order, each when all its games are there") {
  const auto schedule = duel();
  const auto games =
      games_with(schedule, 3, ahead_by([](std::uint64_t deal) { return static_cast<int>(deal); }));
  Comparison comparison{schedule, one_point, by_points};
  const auto add = [&](std::size_t first, std::size_t end) {
    for (auto i = first; i < end; ++i) comparison.add(games[i]).value();
    return comparison.test().blocks();
  };
  CHECK(add(6, 12) == 0);  // deal 1; deal 0 is still missing
  CHECK(add(0, 5) == 0);   // all of deal 0 except one game
  CHECK(add(5, 6) == 2);   // now both
  CHECK(add(12, 17) == 2);
  CHECK(comparison.test().mean() == 0.5);
  CHECK(add(17, 18) == 3);
  CHECK(comparison.test().mean() == 1);
}

TEST_CASE("neither the order in which games finish nor games beyond the verdict make a difference") {
  rc::check([] {
    const auto schedule = duel();
    const auto points = *rc::gen::container<std::vector<int>>(60, rc::gen::inRange(-6, 15));
    auto games =
        games_with(schedule, points.size(), ahead_by([&](std::uint64_t deal) { return points.at(deal); }));
    for (auto& game : games)
      if (game.index % 7 == 0) game.seats[game.index % 3].faults[FaultKind::timeout] = 1;
    const auto in_order = compared(schedule, one_point, by_points, games);
    // Several tables play, so games finish close to their order.
    std::mt19937 dice{*rc::gen::arbitrary<std::uint32_t>()};
    for (std::size_t i = 0; i + 9 < games.size(); ++i) std::swap(games[i], games[i + dice() % 9]);
    const auto mixed = compared(schedule, one_point, by_points, games);
    RC_ASSERT(mixed.test().verdict() == in_order.test().verdict());
    RC_ASSERT(mixed.test().blocks() == in_order.test().blocks());
    RC_ASSERT(mixed.test().mean() == in_order.test().mean());
    RC_ASSERT(mixed.test().better().now == in_order.test().better().now);
    RC_ASSERT(mixed.candidate_faults() == in_order.candidate_faults());
    RC_ASSERT(mixed.baseline_faults() == in_order.baseline_faults());
  });
}

TEST_CASE("faults count in deals that count, those of the two on trial by themselves") {
  const auto schedule = duel();
  auto games = games_with(schedule, 60, ahead_by([](std::uint64_t) { return 30; }));
  add_faults(games, Comparison::candidate, FaultKind::timeout);
  for (const int bot : {Comparison::candidate, 2, 3}) add_faults(games, bot, FaultKind::crash);
  const auto comparison = compared(schedule, one_point, by_points, games);
  REQUIRE(comparison.decided());
  REQUIRE(comparison.test().blocks() < 60);
  CHECK(comparison.candidate_faults() == static_cast<std::int64_t>(6 * comparison.test().blocks()));
  CHECK(comparison.baseline_faults() == 0);
  CHECK(comparison.field_faults() == static_cast<std::int64_t>(12 * comparison.test().blocks()));
}

TEST_CASE("two games beyond the range are an error: the chances of error would not hold") {
  const auto schedule = duel();
  // In one seat 41 points more, in another 41 less: the deal's mean is within the range.
  const auto games = games_with(schedule, 1, by_seat({41, 0, -41}, {0, 0, 0}));
  Comparison comparison{schedule, one_point, by_points};
  for (std::size_t game = 0; game < 5; ++game) CHECK(comparison.add(games[game]));
  const auto added = comparison.add(games[5]);
  REQUIRE(!added);
  CHECK_THAT(added.error().text(), Catch::StartsWith("deal 0 shows a difference of ") &&
                                       Catch::Contains("41") && Catch::Contains("--range 40"));
  CHECK(comparison.test().blocks() == 0);
}

TEST_CASE("a cut counts a larger difference between two games as its end, on either side") {
  const auto schedule = duel();
  const auto mean = [&](const std::vector<int>& candidate, double cut) {
    const SequentialQuestion question{.m0 = 0, .m1 = 1, .lowest = -cut, .highest = cut};
    return compared(schedule, question, ComparedBy::cut_points,
                    games_with(schedule, 1, by_seat(candidate, {0, 0, 0})))
        .test()
        .mean();
  };
  CHECK(mean({41, 0, -2}, 10) == Approx(8.0 / 3));
  CHECK(mean({-41, 0, 2}, 10) == Approx(-8.0 / 3));
  CHECK(mean({9, 3, -3}, 10) == 3);
}

TEST_CASE("a game with a fault of the candidate counts as the worst, whatever it came to") {
  const auto schedule = duel();
  for (const bool both : {false, true}) {
    for (const auto by : {by_points, by_places}) {
      auto games = games_with(schedule, 1, ahead_by([](std::uint64_t) { return 30; }));
      add_faults(games, Comparison::candidate, FaultKind::timeout);
      if (both) add_faults(games, Comparison::baseline, FaultKind::timeout);
      CHECK(compared(schedule, question_by(by), by, games).test().mean() == question_by(by).lowest);
    }
  }
}

TEST_CASE("a game with a fault of the baseline alone does not count, for better or worse") {
  const auto schedule = duel();
  for (const auto by : {by_points, by_places}) {
    for (const int points : {30, -3}) {
      const auto worth = ahead_by([=](std::uint64_t) { return points; });
      auto games = games_with(schedule, 2, worth);
      for (auto& game : games)
        for (auto& seat : game.seats)
          if (seat.bot == Comparison::baseline && game.deal == 0) seat.faults[FaultKind::crash] = 1;
      const auto comparison = compared(schedule, question_by(by), by, games);
      CHECK(comparison.deals() == 2);
      REQUIRE(comparison.test().blocks() == 1);
      CHECK(comparison.test().mean() == shown(by, worth));
    }
  }
}

TEST_CASE("a baseline at fault in a tenth of the games, or a field in half of them, leaves no verdict") {
  const auto schedule = duel();
  const auto with_faults = [&](int bot, int of_ten) {
    auto games = games_with(schedule, 60, ahead_by([](std::uint64_t) { return -30; }));
    for (auto& game : games)
      for (auto& seat : game.seats)
        if (seat.bot == bot && game.deal % 10 < static_cast<std::uint64_t>(of_ten))
          seat.faults[FaultKind::crash] = 1;
    return compared(schedule, one_point, by_points, games);
  };
  for (const int bot : {static_cast<int>(Comparison::baseline), 2}) {
    const auto absent = with_faults(bot, 10);
    CHECK(absent.verdict() == ComparisonVerdict::no_opponent);
    CHECK(absent.decided());
    CHECK(absent.deals() <= deals_until_no_opponent);
  }
  CHECK(with_faults(Comparison::baseline, 2).verdict() == ComparisonVerdict::no_opponent);
  CHECK(with_faults(2, 4).verdict() == ComparisonVerdict::not_better);
}

TEST_CASE("deals whose games do not count still end a comparison") {
  const auto schedule = duel();
  auto question = one_point;
  question.most_blocks = 12;
  auto games = games_with(schedule, 12, ahead_by([](std::uint64_t deal) { return deal % 2 == 0 ? 10 : -9; }));
  for (auto& game : games)
    for (auto& seat : game.seats)
      if (seat.bot == Comparison::baseline && game.deal == 3) seat.faults[FaultKind::crash] = 1;
  const auto comparison = compared(schedule, question, by_points, games);
  CHECK(comparison.test().blocks() == 11);
  CHECK(comparison.deals() == 12);
  CHECK(comparison.verdict() == ComparisonVerdict::inconclusive);
}

TEST_CASE("a timeout that did not recur is forgiven to a candidate once in a hundred games") {
  const auto verdict = [](int faults, std::int64_t unrepeated) {
    const auto schedule = duel();
    auto games = games_with(schedule, 100, ahead_by([](std::uint64_t) { return 30; }));
    add_faults(games, Comparison::candidate, FaultKind::timeout, faults);
    auto comparison = compared(schedule, one_point, by_points, games);
    REQUIRE(comparison.test().blocks() * comparison.games_a_deal() < 200);
    comparison.note_unrepeated(unrepeated);
    return comparison.verdict();
  };
  CHECK(verdict(1, 0) == ComparisonVerdict::more_faults);
  CHECK(verdict(1, 1) == ComparisonVerdict::better);
  CHECK(verdict(2, 1) == ComparisonVerdict::more_faults);
  CHECK(verdict(2, 2) == ComparisonVerdict::more_faults);  // too many for chance
}

TEST_CASE("a candidate that is better but has more faults than the baseline is not accepted") {
  const auto verdict = [](int faults_of_candidate, int faults_of_baseline) {
    const auto schedule = duel();
    auto games = games_with(schedule, 100, ahead_by([](std::uint64_t) { return 30; }));
    add_faults(games, Comparison::candidate, FaultKind::timeout, faults_of_candidate);
    add_faults(games, Comparison::baseline, FaultKind::timeout, faults_of_baseline);
    return compared(schedule, one_point, by_points, games).verdict();
  };
  CHECK(verdict(0, 0) == ComparisonVerdict::better);
  CHECK(verdict(1, 0) == ComparisonVerdict::more_faults);
  CHECK(verdict(1, 1) == ComparisonVerdict::better);
  CHECK(verdict(0, 1) == ComparisonVerdict::better);
}

TEST_CASE("after many equal results the moves are compared, and decide") {
  const auto schedule = duel(3, 3);
  auto question = one_point;
  question.lowest = -1000;
  question.highest = 1000;
  const auto level = [&](std::uint64_t deals) {
    return games_with(schedule, deals, ahead_by([](std::uint64_t) { return 0; }));
  };
  const auto after = [&](std::uint64_t deals) {
    return compared(schedule, question, by_points, level(deals));
  };
  CHECK_FALSE(after(deals_until_alike - 1).decided());
  auto alike = after(deals_until_alike);
  CHECK(alike.decided());
  REQUIRE(alike.wants_moves());
  CHECK(alike.verdict() == ComparisonVerdict::undecided);

  SECTION("equal moves: there is no difference to find") {
    alike.note_moves(Moves::same);
    CHECK_FALSE(alike.wants_moves());
    CHECK(alike.decided());
    CHECK(alike.verdict() == ComparisonVerdict::same_moves);
  }
  SECTION("different moves: it goes on, made anew from its games") {
    alike.note_moves(Moves::different);
    CHECK_FALSE(alike.decided());
    Comparison anew{schedule, question, by_points, Moves::different};
    for (const auto& game : level(deals_until_alike + 9)) anew.add(game).value();
    CHECK(anew.test().blocks() == deals_until_alike + 9);
    CHECK_FALSE(anew.decided());
  }
  SECTION("a result that differs, if only another's, a fault, or equals that would do: no look") {
    auto games = level(deals_until_alike);
    games[3].outcome.scores[0] += 1;
    CHECK_FALSE(compared(schedule, question, by_points, games).wants_moves());
    games = level(deals_until_alike);
    games[3].seats[static_cast<std::size_t>(seat_on_trial(schedule.game(3)))].faults[FaultKind::early] = 1;
    CHECK_FALSE(compared(schedule, question, by_points, games).wants_moves());
    question.m0 = -1;
    CHECK_FALSE(after(deals_until_alike).wants_moves());
  }
  SECTION("a verdict of the test before that is looked at, too") {
    question.most_blocks = 5;
    CHECK(after(5).wants_moves());
  }
}

TEST_CASE("a comparison throws on a meaningless question or game") {
  CHECK_THROWS_AS((Comparison{duel(), {.m0 = 1, .m1 = 1, .lowest = -2, .highest = 2}, by_points}),
                  std::invalid_argument);
  const auto schedule = duel();
  Comparison comparison{schedule, one_point, by_points};
  auto others = schedule.game(0);
  others.seating = {2, 3, 4};
  CHECK_THROWS_AS(comparison.add(game_with(others, ahead_by([](std::uint64_t) { return 0; }))),
                  std::invalid_argument);
}

/// ann on trial against bob, in four games per deal with cyd.
Tournament trial() {
  const std::string candidate = "candidate = true\n";
  return cup_of({.players = 2,
                 .more = "format = \"gauntlet\"\n",
                 .bots = {{"ann", "./bot", candidate}, {"bob", "./bot", candidate}, {"cyd", "./bot"}}});
}

/// A game whose moves follow from its deal, its seating, and `whim`, whoever is on trial.
FinishedGame game_of(const Tournament& tournament, const Store& store, std::uint64_t index,
                     std::uint64_t whim) {
  const auto game = tournament.schedule.game(index);
  const auto& name = tournament.plan.name;
  Dice dice{100 * game.deal + (game.seating.front() == 2 ? 1 : 0) + whim};
  auto record = RandomGame{tournament.rules.front(), tournament.plan.limits, {0, 0, 0}, dice}.play(
      DealReference{name, game.deal, deal_key(store.secret(), name, game.deal)});
  return {result_of(game, record).value(), to_compact(record), {}};
}

/// Whether the moves of the first two deals are the same, in three deals of which one game is played
/// differently.
bool same_with(std::optional<std::uint64_t> played_otherwise) {
  const ScratchFolder folder;
  const auto tournament = trial();
  auto store = Store::open(folder / "trial", tournament, cup_host, false).value();
  std::vector<FinishedGame> games;
  for (std::uint64_t index = 0; index < 11; ++index)  // the last one is still being played
    games.push_back(game_of(tournament, store, index, index == played_otherwise ? 50 : 0));
  store.add(games).value();
  return same_moves(Results::open(folder / "trial").value(), store.secret(), 2).value();
}

TEST_CASE("moves are the same if they are in all games of the deals that count, and only then") {
  CHECK(same_with(std::nullopt));
  CHECK(same_with(8));  // a game of the third deal
  for (std::uint64_t index = 0; index < 8; ++index) CHECK_FALSE(same_with(index));
}

}  // namespace
