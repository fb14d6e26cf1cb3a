#include "ratings/plackett_luce.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include <Eigen/QR>
#include <catch2/catch.hpp>

#include "ratings/games_to_rate.hpp"

using namespace tribunal;
using namespace tribunal::test;

namespace {

std::vector<double> strengths_of(const Ratings& ratings) {
  std::vector<double> strengths;
  for (const auto& bot : ratings.bots) strengths.push_back(bot.value().strength);
  return strengths;
}

void check_equal(const std::vector<double>& found, const std::vector<double>& expected, double tolerance) {
  REQUIRE(found.size() == expected.size());
  for (std::size_t bot = 0; bot < found.size(); ++bot) {
    CAPTURE(bot);
    CHECK(found[bot] == Approx(expected[bot]).margin(tolerance).epsilon(0));
  }
}

std::vector<double> roots_of_diagonal(const SymmetricMatrix& matrix) {
  std::vector<double> roots;
  for (std::size_t bot = 0; bot < matrix.size(); ++bot) roots.push_back(std::sqrt(matrix.at(bot, bot)));
  return roots;
}

constexpr double anything = std::numeric_limits<double>::infinity();

std::vector<double> elos_of(const Ratings& ratings) {
  std::vector<double> elos;
  for (const auto& bot : ratings.bots) elos.push_back(bot.value().elo);
  return elos;
}

/// Errors from deals: the sandwich of central differences of `slow_log_likelihood` at `slow_fit`.
std::vector<double> slow_errors(const Games& games, double spread) {
  constexpr double step = 1e-4;
  const auto strengths = slow_fit(games, spread);
  const auto size = static_cast<Eigen::Index>(strengths.size());
  const auto moved = [&](Eigen::Index one, double by, Eigen::Index other, double also) {
    auto there = strengths;
    there[static_cast<std::size_t>(one)] += by;
    there[static_cast<std::size_t>(other)] += also;
    return there;
  };
  std::map<std::uint64_t, Eigen::VectorXd> scores;
  Eigen::MatrixXd information = Eigen::MatrixXd::Zero(size, size);
  for (std::size_t game = 0; game < games.rows.size(); ++game) {
    auto& score = scores.try_emplace(games.clusters[game], Eigen::VectorXd::Zero(size)).first->second;
    const auto at = [&](const std::vector<double>& there) {
      return slow_log_likelihood(games.rows[game], there);
    };
    for (Eigen::Index i = 0; i < size; ++i) {
      score[i] += (at(moved(i, step, i, 0)) - at(moved(i, -step, i, 0))) / (2 * step);
      for (Eigen::Index j = 0; j < size; ++j)
        information(i, j) -= (at(moved(i, step, j, step)) - at(moved(i, step, j, -step)) -
                              at(moved(i, -step, j, step)) + at(moved(i, -step, j, -step))) /
                             (4 * step * step);
    }
  }
  const auto deals = static_cast<double>(scores.size());
  Eigen::MatrixXd filling = Eigen::MatrixXd::Identity(size, size) / (spread * spread);
  for (const auto& [deal, score] : scores) filling += deals / (deals - 1) * score * score.transpose();
  information += Eigen::MatrixXd::Identity(size, size) / (spread * spread);
  const Eigen::MatrixXd bread = information.completeOrthogonalDecomposition().pseudoInverse();
  const Eigen::MatrixXd centre =
      Eigen::MatrixXd::Identity(size, size) - Eigen::MatrixXd::Constant(size, size, 1.0 / 5);
  const Eigen::MatrixXd covariance = centre * bread * filling * bread.transpose() * centre;
  std::vector<double> errors;
  for (Eigen::Index bot = 0; bot < size; ++bot) errors.push_back(std::sqrt(covariance(bot, bot)));
  return errors;
}

}  // namespace

// The league's numbers: Plackett-Luce fitted with the R package PlackettLuce (H. L. Turner, J. van Etten, D.
// Firth, I. Kosmidis, Modelling rankings in R, Computational Statistics 35 (2020)), each tied game entered as
// all of its orders with weight 1/r!, and by a separate Newton solver; the two agree to nine digits.

TEST_CASE("with an infinite spread ratings are those of the R package") {
  const auto ratings =
      rate(rankings_of(league_of_five()), {.spread = anything, .paired_by_results = true}).value();
  check_equal(strengths_of(ratings),
              {0.660644907520, 0.529033968159, 0.547248547907, -0.723598611079, -1.013328812508}, 1e-9);
  check_equal(roots_of_diagonal(ratings.layers.front().by_games),
              {0.407865777295, 0.388069645178, 0.403743185739, 0.413143684839, 0.458278664988}, 1e-9);
  check_equal(elos_of(ratings), {1614.76578, 1591.90261, 1595.06681, 1374.29805, 1323.96676}, 1e-5);
  CHECK(ratings.log_likelihood == Approx(-33.0118680358).margin(1e-9).epsilon(0));
}

TEST_CASE("errors from deals are those of the sandwich, by derivatives of the written-out likelihood") {
  const auto games = league_of_five();
  for (const double spread : {0.8, anything}) {
    CAPTURE(spread);
    const auto ratings = rate(rankings_of(games), {.spread = spread, .min_clusters = 4}).value();
    const auto sandwich = slow_errors(games, spread);
    check_equal(roots_of_diagonal(ratings.layers.front().by_clusters), sandwich, 1e-5);
    constexpr double t_of_four = 3.18245;  // three degrees of freedom
    for (std::size_t bot = 0; bot < 5; ++bot) {
      CHECK(ratings.bots[bot]->clusters == 4);
      CHECK(ratings.bots[bot]->standard_error == Approx(sandwich[bot]).margin(1e-5));
      CHECK(ratings.bots[bot]->elo_error.value() ==
            Approx(t_of_four * elo_per_strength * sandwich[bot]).margin(1e-2));
    }
  }
}

TEST_CASE("the rating of puddings that were compared with ties is the maximum that MM steps find") {
  const double spread = GENERATE(0.2, 1.0, anything);
  const auto ratings = rate(rankings_of(puddings()), {.spread = spread}).value();
  check_equal(strengths_of(ratings), slow_fit(puddings(), spread), 1e-9);
}

TEST_CASE(
    "an estimated spread draws strengths together where games are few, and hardly where there are many") {
  const auto distance = [](const Ratings& ratings) {
    return ratings.bots[0]->strength - ratings.bots[1]->strength;
  };
  const auto shrunk = [&](int games) {
    const auto all = two_players(3 * games, games, 0);
    return distance(rate(all).value()) / distance(rate(all, {.spread = anything}).value());
  };
  CHECK(shrunk(2) < 0.98);
  CHECK(shrunk(200) > 0.99);
  CHECK(shrunk(200) < 1);
}

TEST_CASE("the weights of layers add up to 1, and a bot's strength is their mean") {
  const auto ratings = rate(rankings_of(league_of_five())).value();
  REQUIRE(ratings.layers.size() > 3);
  double weights = 0;
  double strength = 0;
  for (const auto& layer : ratings.layers) {
    weights += layer.weight;
    strength += layer.weight * layer.strengths[0];
  }
  CHECK(weights == Approx(1));
  CHECK(strength == Approx(ratings.bots[0]->strength));
}

TEST_CASE("a wide field is hardly drawn together") {
  // Six bots at distances of 400 points of Elo, with wins as the model predicts, rounded to whole games.
  Rankings rankings{6};
  std::uint64_t game = 0;
  for (std::uint32_t one = 0; one < 6; ++one) {
    for (std::uint32_t other = one + 1; other < 6; ++other) {
      const auto wins = std::lround(12 / (1 + std::pow(10.0, -static_cast<double>(other - one))));
      for (long win = 0; win < 12; ++win)
        rankings.add(game++, std::vector<Placed>{{one, win < wins ? 1 : 2}, {other, win < wins ? 2 : 1}});
    }
  }
  const auto estimated = elos_of(rate(rankings).value());
  const auto likeliest = elos_of(rate(rankings, {.spread = 1000}).value());
  CHECK(estimated.front() > 1500 + 0.9 * (likeliest.front() - 1500));
  CHECK(estimated.back() < 1500 - 0.9 * (1500 - likeliest.back()));
}

TEST_CASE("in a tournament paired by results errors are at least those of fixed pairings") {
  const auto rankings = rankings_of(league_of_five());
  const auto plain = rate(rankings, {.min_clusters = 4}).value();
  const auto paired = rate(rankings, {.paired_by_results = true, .min_clusters = 4}).value();
  for (std::size_t bot = 0; bot < 5; ++bot) {
    CHECK(paired.bots[bot]->elo == Approx(plain.bots[bot]->elo).margin(2));
    CHECK(paired.bots[bot]->elo_error >= plain.bots[bot]->elo_error);
  }
  CHECK(paired.bots[2]->elo_error > plain.bots[2]->elo_error);
  const auto unknown = rate(rankings, {.paired_by_results = std::nullopt, .min_clusters = 4}).value();
  CHECK_FALSE(unknown.paired_by_results);  // all met
}

TEST_CASE("with two seats a draw is half a win") {
  const auto ratings = rate(two_players(50, 20, 30), {.spread = anything}).value();
  const double odds = std::log(65.0 / 35.0);
  CHECK(ratings.bots[0]->strength - ratings.bots[1]->strength == Approx(odds).margin(1e-10));
  CHECK(ratings.bots[0]->elo - ratings.bots[1]->elo == Approx(elo_per_strength * odds).margin(1e-8));
}

TEST_CASE("ten to one is four hundred points") {
  const auto ratings = rate(two_players(100, 10, 0), {.spread = anything}).value();
  CHECK(ratings.bots[0]->elo == Approx(1700).margin(1e-6));
  CHECK(ratings.bots[1]->elo == Approx(1300).margin(1e-6));
}

TEST_CASE("a bot that always wins has a finite rating and a mark") {
  Rankings rankings{4};
  rankings.add(0, std::vector<Placed>{{0, 1}, {1, 2}, {2, 3}, {3, 4}});
  rankings.add(1, std::vector<Placed>{{0, 1}, {1, 3}, {2, 2}, {3, 4}});
  const auto ratings = rate(rankings).value();
  CHECK(ratings.bots[0]->elo > ratings.bots[1]->elo + 50);
  CHECK(ratings.bots[0]->elo < 3000);
  CHECK(ratings.bots[1]->elo == Approx(ratings.bots[2]->elo));
  CHECK(ratings.bots[0]->sweep == Sweep::perfect);
  CHECK(ratings.bots[1]->sweep == Sweep::no);
  CHECK(ratings.bots[2]->sweep == Sweep::no);
  CHECK(ratings.bots[3]->sweep == Sweep::hopeless);
  CHECK_FALSE(rate(rankings, {.spread = anything}).has_value());
}

TEST_CASE("a bot that always lost, to one bot only, is rated relative to that bot") {
  const Games games{.bots = 4,
                    .rows = {{1, 2, 0, 0}, {2, 0, 1, 0}, {1, 0, 0, 2}, {2, 1, 0, 0}, {0, 1, 2, 0}},
                    .clusters = {}};
  const auto ratings = rate(rankings_of(games), {.spread = 1.5}).value();
  check_equal(strengths_of(ratings), slow_fit(games, 1.5), 1e-9);
  CHECK(ratings.bots[3]->sweep == Sweep::hopeless);
  CHECK(ratings.groups.size() == 1);
}

TEST_CASE("the more wins in a row, the higher the likelihood of superiority") {
  const auto [wins, least, most, sure] = GENERATE(table<int, double, double, double>({
      {8, 400, 1200, 0.95},
      {20, 600, 1500, 0.99},
      {1000, 1200, 3000, 0.9999},
  }));
  CAPTURE(wins);
  const auto ratings = rate(two_players(wins, 0, 0)).value();
  const double distance = ratings.bots[0]->elo - ratings.bots[1]->elo;
  CHECK(distance > least);
  CHECK(distance < most);
  CHECK(ratings.bots[0]->elo_error > 100);
  CHECK(ratings.superiority(0, 1).value() > sure);
}

TEST_CASE("one game does not make a champion") {
  const auto ratings = rate(two_players(1, 0, 0)).value();
  CHECK(ratings.bots[0]->elo > 1550);
  CHECK(ratings.bots[0]->elo < 1700);
}

TEST_CASE("deals with equal results leave an error") {
  Rankings both_ways{2};
  for (std::uint64_t deal = 0; deal < 8; ++deal) {
    both_ways.add(deal, std::vector<Placed>{{0, 1}, {1, 2}});
    both_ways.add(deal, std::vector<Placed>{{0, 2}, {1, 1}});
  }
  for (const auto& rankings : {two_players(0, 0, 8), both_ways}) {
    const auto ratings = rate(rankings).value();
    CHECK(ratings.bots[0]->elo == Approx(1500));
    CHECK(ratings.bots[0]->elo_error > 20);
  }
}

TEST_CASE("a cycle does not fit the model, and a league that follows it does") {
  const auto cycle_of = [](int wins, int losses) {
    Rankings rankings{3};
    std::uint64_t game = 0;
    for (std::uint32_t bot = 0; bot < 3; ++bot) {
      for (int i = 0; i < wins + losses; ++i)
        rankings.add(game++, std::vector<Placed>{{bot, i < wins ? 1 : 2}, {(bot + 1) % 3, i < wins ? 2 : 1}});
    }
    return rate(rankings).value().misfit;
  };
  const auto misfit = cycle_of(34, 6);
  REQUIRE(misfit.has_value());
  CHECK(std::max(misfit->seen, 1 - misfit->seen) == Approx(0.85));
  CHECK(misfit->expected == Approx(0.5).margin(0.01));
  CHECK_FALSE(cycle_of(21, 19).has_value());
  CHECK_FALSE(rate(rankings_of(puddings())).value().misfit.has_value());
}

TEST_CASE("bots that drew every game are equal") {
  const auto ratings = rate(two_players(0, 0, 30)).value();
  CHECK(ratings.bots[0]->elo == Approx(1500).margin(1e-9));
  CHECK(ratings.bots[0]->sweep == Sweep::no);
  CHECK(ratings.superiority(0, 1).value() == 0.5);
}

TEST_CASE("a bot that met nobody has no rating") {
  SECTION("no games at all") {
    const auto ratings = rate(Rankings{3}).value();
    CHECK_FALSE(ratings.bots[0].has_value());
    CHECK(ratings.groups.empty());
  }
  SECTION("no bots at all") { CHECK(rate(Rankings{0}).value().bots.empty()); }
  SECTION("games of one seat, or against itself") {
    Rankings rankings{1};
    rankings.add(0, std::vector<Placed>{{0, 1}});
    rankings.add(1, std::vector<Placed>{{0, 1}, {0, 2}});
    CHECK_FALSE(rate(rankings).value().bots[0].has_value());
  }
  SECTION("it does not move the mean of the others") {
    Rankings rankings{3};
    rankings.add(0, std::vector<Placed>{{0, 1}, {2, 2}});
    const auto ratings = rate(rankings).value();
    CHECK_FALSE(ratings.bots[1].has_value());
    CHECK(ratings.bots[0]->elo + ratings.bots[2]->elo == Approx(3000));
    CHECK_FALSE(ratings.superiority(0, 1).has_value());
  }
}

TEST_CASE("groups that never met are rated separately") {
  Rankings rankings{6};
  rankings.add(0, std::vector<Placed>{{0, 1}, {3, 2}});
  rankings.add(1, std::vector<Placed>{{1, 1}, {2, 2}, {4, 3}});
  rankings.add(2, std::vector<Placed>{{3, 1}, {0, 2}});
  const auto ratings = rate(rankings).value();
  CHECK(ratings.groups == std::vector<std::vector<std::uint32_t>>{{0, 3}, {1, 2, 4}});
  CHECK(ratings.bots[4]->group == 1);
  CHECK_FALSE(ratings.superiority(0, 1).has_value());
  CHECK(ratings.bots[1]->group == ratings.bots[4]->group);
  CHECK(ratings.bots[0]->elo == Approx(1500).margin(1e-9));
  CHECK(ratings.bots[1]->elo + ratings.bots[2]->elo + ratings.bots[4]->elo == Approx(4500));
}

TEST_CASE("an option that makes no sense is refused with a sentence") {
  CHECK(rate(Rankings{2}, {.spread = -1}).error().text() == "the spread must be above 0");
  CHECK_FALSE(rate(Rankings{2}, {.spread = std::nan("")}).has_value());
}

TEST_CASE("more bots than fit into memory are refused with a sentence") {
  CHECK(rate(Rankings{20'000}).error().text() ==
        "20000 bots are too many to rate together; at most 4000 can be");
}

TEST_CASE("rankings refuse a bot that does not exist") {
  Rankings rankings{2};
  CHECK_THROWS_AS(rankings.add(0, std::vector<Placed>{{2, 1}}), std::invalid_argument);
}

TEST_CASE("the variance of tournaments drawn from the deals agrees with the errors") {
  std::mt19937_64 source{7};
  const auto games = random_games(source, 4, 600, 4);
  const auto ratings = rate(rankings_of(games), {.bootstrap = 400}).value();
  for (const auto& bot : ratings.bots) {
    const auto drawn = bot.value().drawn.value();
    CHECK(drawn.low < bot->elo);
    CHECK(bot->elo < drawn.high);
    CHECK((drawn.high - drawn.low) / 2 == Approx(bot->elo_error.value()).epsilon(0.25));
  }
}

TEST_CASE("drawn tournaments are the same every time, and leave an anchor where it is") {
  const RatingOptions options{
      .anchors = {RatingOptions::Anchor{2, 1800}}, .min_clusters = 4, .bootstrap = 100};
  const auto ratings = rate(rankings_of(league_of_five()), options).value();
  const auto again = rate(rankings_of(league_of_five()), options).value();
  for (std::size_t bot = 0; bot < 5; ++bot) {
    CHECK(ratings.bots[bot]->drawn->low == again.bots[bot]->drawn->low);
    CHECK(ratings.bots[bot]->drawn->high == again.bots[bot]->drawn->high);
  }
  CHECK(ratings.bots[2]->drawn->low == Approx(1800));
  CHECK(ratings.bots[2]->drawn->high == Approx(1800));
  CHECK_FALSE(rate(rankings_of(league_of_five())).value().bots[0]->drawn.has_value());
}

TEST_CASE("with one deal there is no bootstrap") {
  Rankings rankings{2};
  rankings.add(0, std::vector<Placed>{{0, 1}, {1, 2}});
  CHECK_FALSE(rate(rankings, {.bootstrap = 100}).value().bots[0]->drawn.has_value());
}

TEST_CASE("below eight deals there is no interval and no likelihood of superiority") {
  for (const int deals : {7, 8}) {
    CAPTURE(deals);
    const auto ratings = rate(two_players(deals - 2, 2, 0), {.bootstrap = 50}).value();
    CHECK(ratings.bots[0]->elo_error.has_value() == (deals == 8));
    CHECK(ratings.bots[0]->drawn.has_value() == (deals == 8));
    CHECK(ratings.superiority(0, 1).has_value() == (deals == 8));
  }
}

TEST_CASE("deals with most of the games count as few deals") {
  // Twenty deals of five games, and one of 200: (300)^2 / (20 * 25 + 200^2) = 2.2.
  Rankings even{2};
  Rankings uneven{2};
  for (std::uint64_t deal = 0; deal < 21; ++deal) {
    for (int game = 0; game < (deal == 20 ? 200 : 5); ++game) {
      const std::int8_t first = (game + static_cast<int>(deal)) % 3 == 0 ? 2 : 1;
      const auto last = static_cast<std::int8_t>(3 - first);
      uneven.add(deal, std::array{Placed{0, first}, Placed{1, last}});
      if (game < 5) even.add(deal, std::array{Placed{0, first}, Placed{1, last}});
    }
  }
  const auto fine = rate(even, {}).value();
  CHECK(fine.bots[0]->clusters == 21);
  CHECK(fine.bots[0]->elo_error);
  const auto lacking = rate(uneven, {}).value();
  CHECK(lacking.bots[0]->clusters == 2);
  CHECK_FALSE(lacking.bots[0]->elo_error);
  CHECK_FALSE(lacking.superiority(0, 1));
}

TEST_CASE("a watched table has wider intervals, and a LOS of 95 % if they exclude 0") {
  CHECK(widening_at(1) == Approx(1.57).margin(0.005));
  CHECK(widening_at(0.5) == Approx(1.55).margin(0.005));
  CHECK(widening_at(0.1) == Approx(1.66).margin(0.005));
  CHECK(widening_at(0.01) > 2.5);
  std::array<bool, 2> were_both_seen{};
  for (int wins = 20; wins <= 60; ++wins) {
    const auto games = two_players(wins, 20, 3);
    const auto usual = rate(games).value();
    const auto watched = rate(games, {.widening = widening_at(0.5)}).value();
    CHECK(watched.bots[0]->elo == usual.bots[0]->elo);
    CHECK(watched.bots[0]->standard_error == usual.bots[0]->standard_error);
    CHECK(*watched.bots[0]->elo_error == Approx(widening_at(0.5) * *usual.bots[0]->elo_error));
    CHECK(*watched.superiority(0, 1) <= *usual.superiority(0, 1));
    CHECK(*watched.superiority(0, 1) == Approx(1 - *watched.superiority(1, 0)));
    const bool is_sure = *watched.superiority(0, 1) >= 0.96;
    const double away = watched.bots[0]->strength - watched.bots[1]->strength;
    if (is_sure) CHECK(away > *watched.difference_error(0, 1));
    were_both_seen.at(is_sure ? 1 : 0) = true;
  }
  CHECK(were_both_seen[0]);
  CHECK(were_both_seen[1]);
}
