#include <algorithm>
#include <cmath>

#include <Eigen/LU>
#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "ratings/games_to_rate.hpp"
#include "ratings/model/fit.hpp"

using namespace tribunal;
using namespace tribunal::test;

namespace {

Games drawn_games(std::size_t bots, std::size_t games, int seats) {
  std::mt19937_64 source{*rc::gen::arbitrary<std::uint64_t>()};
  return random_games(source, bots, games, seats);
}

bool near(double found, double expected, double tolerance = 1e-8) {
  return std::abs(found - expected) <= tolerance * (1 + std::abs(expected));
}

}  // namespace

TEST_CASE("ties are averaged over all of their orders") {
  CHECK(rc::check([] {
    const auto games = drawn_games(6, 1, 6);
    Eigen::VectorXd strengths{6};
    std::vector<double> copy;
    for (Eigen::Index bot = 0; bot < 6; ++bot) {
      strengths[bot] = *rc::gen::inRange(-3000, 3000) / 1000.0;
      copy.push_back(strengths[bot]);
    }
    const Census census{rankings_of(games)};
    RC_ASSERT(
        near(likelihood_of_games(census, strengths).value, slow_log_likelihood(games.rows[0], copy), 1e-12));
  }));
}

TEST_CASE("seats that forfeited the same game count only as behind the others") {
  CHECK(rc::check([] {
    const int alive = *rc::gen::inRange(0, 4);
    const int seats = *rc::gen::inRange(std::max(2, alive), 7);
    Eigen::VectorXd strengths{7};
    std::vector<Placed> placed;
    for (int bot = 0; bot < 7; ++bot) strengths[bot] = *rc::gen::inRange(-3000, 3000) / 1000.0;
    for (int bot = 0; bot < seats; ++bot)
      placed.push_back({static_cast<std::uint32_t>(bot), bot < alive ? bot + 1 : forfeited_place});
    double expected = 0;  // each bot that is alive is chosen among those behind it
    for (int bot = 0; bot < std::min(alive, seats - 1); ++bot)
      expected += strengths[bot] - std::log(strengths.segment(bot, seats - bot).array().exp().sum());
    Rankings rankings{7};
    rankings.add(0, placed);
    const Census census{rankings};
    RC_ASSERT(near(likelihood_of_games(census, strengths).value, expected, 1e-12));
    RC_ASSERT(census.clusters() == (alive > 0 ? 1U : 0U));
  }));
}

TEST_CASE("strengths that are far apart do not lose precision") {
  Rankings rankings{3};
  rankings.add(0, std::vector<Placed>{{0, 1}, {1, 2}, {2, 2}});
  Eigen::VectorXd strengths{{500, 0, 0}};
  const auto likelihood = likelihood_of_games(Census{rankings}, strengths);
  CHECK(likelihood.value == Approx(-std::log(2)).epsilon(1e-12));
  strengths = Eigen::VectorXd{{-500, 0, 0}};
  CHECK(likelihood_of_games(Census{rankings}, strengths).value ==
        Approx(-500 - 2 * std::log(2)).epsilon(1e-12));
  strengths = Eigen::VectorXd{{10500, 10000, 10000}};
  CHECK(likelihood_of_games(Census{rankings}, strengths).value == Approx(-std::log(2)).epsilon(1e-9));
}

TEST_CASE("the rating of random games is the maximum that MM steps find") {
  CHECK(rc::check([] {
    const auto games = drawn_games(4, 12, 4);
    const double spread = *rc::gen::inRange(2, 30) / 10.0;
    const auto ratings = rate(rankings_of(games), {.spread = spread});
    RC_ASSERT(ratings.has_value());
    if (ratings->groups.size() != 1 || ratings->groups[0].size() != 4) return;
    const auto expected = slow_fit(games, spread);
    for (std::size_t bot = 0; bot < 4; ++bot) {
      RC_ASSERT(near(ratings->bots[bot]->strength, expected[bot]));
    }
  }));
}

TEST_CASE("ratings do not depend on the numbering of bots") {
  CHECK(rc::check([] {
    const auto games = drawn_games(5, 15, 5);
    std::vector<std::size_t> renumbered{3, 0, 4, 1, 2};
    Games moved = games;
    for (std::size_t game = 0; game < games.rows.size(); ++game)
      for (std::size_t bot = 0; bot < 5; ++bot) moved.rows[game][renumbered[bot]] = games.rows[game][bot];
    const auto before = rate(rankings_of(games), {.min_clusters = 2}).value();
    const auto after = rate(rankings_of(moved), {.min_clusters = 2}).value();
    for (std::size_t bot = 0; bot < 5; ++bot) {
      const auto& same = after.bots[renumbered[bot]];
      RC_ASSERT(same.has_value() == before.bots[bot].has_value());
      if (!same) continue;
      RC_ASSERT(near(same->elo, before.bots[bot]->elo));
      RC_ASSERT(near(same->elo_error.value(), before.bots[bot]->elo_error.value(), 1e-6));
      RC_ASSERT(same->sweep == before.bots[bot]->sweep);
    }
  }));
}

TEST_CASE("between two bots, swapped places reverse the rating") {
  CHECK(rc::check([] {
    const auto games = drawn_games(2, 20, 2);
    Games turned = games;
    for (auto& row : turned.rows) std::ranges::reverse(row);
    const auto before = rate(rankings_of(games), {.min_clusters = 2}).value();
    const auto after = rate(rankings_of(turned), {.min_clusters = 2}).value();
    RC_ASSERT(near(before.bots[0]->strength, after.bots[1]->strength));
    RC_ASSERT(near(before.bots[0]->strength, -after.bots[0]->strength));
    RC_ASSERT(near(before.bots[0]->elo_error.value(), after.bots[0]->elo_error.value()));
  }));
}

TEST_CASE("the probabilities that either of two bots is stronger sum to 1") {
  CHECK(rc::check([] {
    const auto ratings = rate(rankings_of(drawn_games(5, 15, 5)), {.min_clusters = 2}).value();
    for (std::size_t first = 0; first < 5; ++first) {
      for (std::size_t second = 0; second < 5; ++second) {
        const auto above = ratings.superiority(first, second);
        const auto below = ratings.superiority(second, first);
        RC_ASSERT(above.has_value() == below.has_value());
        if (!above) continue;
        RC_ASSERT(*above >= 0 && *above <= 1);
        RC_ASSERT(near(*above + *below, 1, 1e-9));
        if (ratings.bots[first]->elo > ratings.bots[second]->elo + 1e-6) RC_ASSERT(*above >= 0.5);
      }
    }
  }));
}

namespace {

/// A league of four bots whose deals favour each seat by chance: every deal is played in all four rotations.
Games rotated_league(std::mt19937_64& source, const std::vector<double>& strengths, std::uint64_t deals) {
  std::extreme_value_distribution<double> noise{0, 1};
  std::normal_distribution<double> luck{0, 1.5};
  Games games{.bots = 4, .rows = {}, .clusters = {}};
  for (std::uint64_t deal = 0; deal < deals; ++deal) {
    std::vector<double> cards(4);
    for (auto& card : cards) card = luck(source);
    for (std::size_t turn = 0; turn < 4; ++turn) {
      std::vector<double> play(4);
      for (std::size_t bot = 0; bot < 4; ++bot)
        play[bot] = strengths[bot] + cards[(bot + turn) % 4] + noise(source);
      PlaceRow row(4, 1);
      for (std::size_t bot = 0; bot < 4; ++bot)
        for (const double other : play) row[bot] += other > play[bot] ? 1 : 0;
      games.rows.push_back(std::move(row));
      games.clusters.push_back(deal);
    }
  }
  return games;
}

}  // namespace

TEST_CASE("95 % errors from deals contain at least 95 % of equal bots, whose spread is 0") {
  std::mt19937_64 source{20240607};
  int held = 0;
  double cluster_widths = 0;
  double independent_widths = 0;
  constexpr int leagues = 150;
  for (int league = 0; league < leagues; ++league) {
    const auto ratings = rate(rankings_of(rotated_league(source, {0, 0, 0, 0}, 40))).value();
    const auto independent =
        rate(rankings_of(rotated_league(source, {0, 0, 0, 0}, 40)), {.paired_by_results = true}).value();
    for (std::size_t bot = 0; bot < 4; ++bot) {
      const auto& rating = *ratings.bots[bot];
      if (std::abs(rating.elo - 1500) <= rating.elo_error) ++held;
      cluster_widths += rating.standard_error;
      for (const auto& layer : independent.layers)
        independent_widths += layer.weight * std::sqrt(layer.by_games.at(bot, bot));
    }
  }
  const double share = held / (4.0 * leagues);
  CAPTURE(share);
  CHECK(share > 0.91);
  CHECK(share < 0.995);
  CHECK(cluster_widths < 0.9 * independent_widths);  // rotation removes luck, and the errors show it
}

TEST_CASE("the rating of very many games converges") {
  std::mt19937_64 source{7};
  const auto games = random_games(source, 60, 40'000, 6);
  const auto ratings = rate(rankings_of(games)).value();
  for (const auto& bot : ratings.bots) CHECK(std::abs(bot.value().elo - 1500) < 40);  // all are equal
}

namespace {

/// Games of two bots for two places, each a separate deal; the first bot wins this number of them.
void add_match(Rankings& rankings, std::uint32_t first, std::uint32_t second, int wins, int losses) {
  for (int game = 0; game < wins + losses; ++game) {
    const bool won = game < wins;
    rankings.add(static_cast<std::uint64_t>(game),
                 std::vector<Placed>{{first, won ? 1 : 2}, {second, won ? 2 : 1}});
  }
}

/// Two clubs, of bots 0 to 3 and 4 to 7, all of whose bots are equally strong, and one match between them.
Rankings two_clubs(int wins, int losses) {
  Rankings rankings{8};
  for (std::uint32_t club = 0; club < 8; club += 4)
    for (std::uint32_t one = club; one < club + 4; ++one)
      for (std::uint32_t other = one + 1; other < club + 4; ++other) add_match(rankings, one, other, 20, 20);
  add_match(rankings, 0, 4, wins, losses);
  return rankings;
}

/// Two clubs as above, in 24 deals between four pairs of them; the first club wins three quarters of these
/// games. `by_cards`: all games of a deal have the same winner.
Rankings two_clubs_in_deals(bool by_cards) {
  auto rankings = two_clubs(0, 0);
  for (std::uint32_t deal = 0; deal < 24; ++deal) {
    for (std::uint32_t pair = 0; pair < 4; ++pair) {
      const bool won = (by_cards ? deal : deal + pair) % 4 > 0;
      rankings.add(deal, std::vector<Placed>{{pair, won ? 1 : 2}, {pair + 4, won ? 2 : 1}});
    }
  }
  return rankings;
}

}  // namespace

TEST_CASE("the precision of kin is the inverse of their covariance") {
  CHECK(rc::check([] {
    const double step = *rc::gen::inRange(1, 30) / 10.0;
    const double apart = *rc::gen::inRange(0, 50) / 10.0;
    const Kinship kinship{.walks = {{3, 0, 5}, {1, 4}}, .parts = {{0, 3, 5}, {2}}};
    const PriorCovariance built{7, kinship, step, apart};
    Eigen::MatrixXd covariance = Eigen::MatrixXd::Identity(7, 7);
    Eigen::VectorXd drift = Eigen::VectorXd::Zero(7);
    for (const auto& walk : kinship.walks) {
      for (std::size_t one = 0; one < walk.size(); ++one) {
        drift[walk[one]] = step * static_cast<double>(one);
        for (std::size_t other = 0; other < walk.size(); ++other)
          covariance(walk[one], walk[other]) = 1 + step * step * static_cast<double>(std::min(one, other));
      }
    }
    covariance += drift * drift.transpose();
    for (const auto& part : kinship.parts)
      for (const auto one : part)
        for (const auto other : part) covariance(one, other) += apart * apart;
    RC_ASSERT((built.precision() * covariance).isIdentity(1e-6));
    RC_ASSERT(near(built.log_determinant(), std::log(covariance.determinant()), 1e-6));
  }));
}

TEST_CASE("a new version begins at the strength of the one before, with a wider error") {
  Rankings rankings{6};  // 5 comes after 0
  for (std::uint32_t one = 0; one < 5; ++one)
    for (std::uint32_t other = one + 1; other < 5; ++other)
      add_match(rankings, one, other, one == 0 ? 45 : 25, one == 0 ? 5 : 25);
  add_match(rankings, 5, 1, 5, 5);
  const auto as_another = rate(rankings).value();
  const auto ratings = rate(rankings, {.walks = {{0, 5}, {1}}}).value();
  CHECK(ratings.bots[5]->elo > as_another.bots[5]->elo + 20);
  CHECK(ratings.bots[5]->elo < ratings.bots[0]->elo);
  CHECK(ratings.bots[5]->elo_error > 1.3 * ratings.bots[0]->elo_error.value());
}

TEST_CASE("a version that never met the others' opponents does not connect groups") {
  Rankings rankings{4};
  add_match(rankings, 0, 1, 30, 10);
  add_match(rankings, 2, 3, 20, 20);
  const auto apart = rate(rankings).value();
  const auto ratings = rate(rankings, {.walks = {{0, 2}}}).value();
  CHECK(ratings.groups.size() == 2);
  for (std::size_t bot = 0; bot < 4; ++bot) CHECK(ratings.bots[bot]->elo == apart.bots[bot]->elo);
}

TEST_CASE("clubs that hardly met have means of their own and a weak link") {
  const auto parted = rate(two_clubs(14, 2)).value();
  REQUIRE(parted.weak_links.size() == 1);
  CHECK(parted.weak_links[0].bots.size() == 4);
  CHECK(parted.weak_links[0].meetings == 16);
  const double apart = parted.bots[3]->elo - parted.bots[7]->elo;
  CHECK(apart > 150);
  CHECK(apart < 340);  // the figure that 14 of 16 imply
  CHECK(std::hypot(parted.bots[3]->elo_error.value(), parted.bots[7]->elo_error.value()) > 150);
  CHECK(rate(two_clubs(140, 140)).value().weak_links.empty());
  CHECK(rate(rankings_of(league_of_five())).value().weak_links.empty());
}

TEST_CASE("clubs have a weak link sooner if cards decide all games of a deal between them") {
  CHECK(rate(two_clubs_in_deals(false)).value().weak_links.empty());
  CHECK(rate(two_clubs_in_deals(true)).value().weak_links.size() == 1);
}

namespace {

/// Two clubs, of bots 0 to 3 and 4 to 7, whose pairs share all their deals, so that cards decide. Between the
/// clubs are 64 games, all of which the first one wins.
Rankings clubs_whose_cards_decide(std::uint32_t games_a_deal) {
  Rankings rankings{8};
  const auto add = [&](std::uint64_t deal, std::uint32_t winner, std::uint32_t loser) {
    rankings.add(deal, std::vector<Placed>{{winner, 1}, {loser, 2}});
  };
  for (std::uint32_t club = 0; club < 8; club += 4) {
    for (std::uint32_t one = club; one < club + 4; ++one) {
      for (std::uint32_t other = one + 1; other < club + 4; ++other) {
        for (std::uint64_t deal = 0; deal < 12; ++deal) {
          add(deal, one, other);
          add(deal, other, one);
        }
      }
    }
  }
  for (std::uint32_t game = 0; game < 64; ++game) add(100 + game / games_a_deal, game % 4, 4 + game % 4);
  return rankings;
}

}  // namespace

TEST_CASE("in a Swiss tournament, games of two groups count as few if the same cards decided them") {
  const auto distance = [](const Ratings& ratings) { return ratings.bots[0]->elo - ratings.bots[4]->elo; };
  const auto alone = rate(clubs_whose_cards_decide(1), {.paired_by_results = true}).value();
  const auto shared = rate(clubs_whose_cards_decide(8), {.paired_by_results = true}).value();
  REQUIRE(shared.weak_links.size() == 1);
  CHECK(distance(shared) < 0.75 * distance(alone));
  CHECK(shared.bots[0]->elo_error.value() > 0.45 * distance(shared));
}
