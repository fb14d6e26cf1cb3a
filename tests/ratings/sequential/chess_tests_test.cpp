#include "ratings/sequential/chess_tests.hpp"

#include <vector>

#include <catch2/catch.hpp>

using namespace tribunal;

namespace {

using Counts = std::vector<double>;

/// Wins, losses and draws as they are published, in the order of their scores.
Counts games(double wins, double losses, double draws) { return {losses, draws, wins}; }

}  // namespace

// Published: the unit tests of fastchess (app/tests/sprt_test.cpp), to two decimals. More digits: the
// reference computation of the Fishtest server (LLRcalc.py, M. Van den Bergh) on the same counts.

TEST_CASE("tests on single games by normalized Elo are those of fastchess and Fishtest") {
  struct Case {
    ChessTest test;
    Counts counts;
    double published, precise;
  };
  const auto one = GENERATE(Case{{0, 2}, games(36433, 36027, 68692), 0.92, 0.923293},
                            Case{{-1.75, 0.25}, games(10871, 10650, 20431), 2.30, 2.297500},
                            Case{{0, 10}, games(4250, 0, 0), 120.56, 120.548268});
  const double found = one.test.normalized(one.counts);
  CHECK(found == Approx(one.precise).margin(1e-6).epsilon(0));
  CHECK(found == Approx(one.published).margin(0.006).epsilon(1e-4));
}

TEST_CASE("tests on single games by logistic Elo are those of fastchess and Fishtest") {
  CHECK(ChessTest{0.5, 2.5}.logistic(games(21404, 21184, 40708)) ==
        Approx(-1.571889).margin(1e-6).epsilon(0));
  CHECK(ChessTest{0, 2}.logistic(games(57433, 57030, 106593)) == Approx(-2.593024).margin(1e-6).epsilon(0));
}

TEST_CASE("tests on pairs of games by normalized Elo are those of fastchess and Fishtest") {
  const auto check = [](const ChessTest& test, const Counts& pairs, double precise) {
    CHECK(test.normalized(pairs) == Approx(precise).margin(1e-6).epsilon(0));
  };
  check({0, 2}, {365, 16618, 36229, 16974, 390}, 2.250368);
  check({-1.75, 0.25}, {127, 4883, 10712, 5150, 104}, 3.010154);
  check({0, 5}, {0, 0, 0, 0, 5550}, 111.797555);
  check({0.764, 3.439}, {39, 2226, 31451, 2412, 40}, 2.1629408696);
}

TEST_CASE("tests on pairs of games by logistic Elo are those of fastchess and Fishtest") {
  const auto check = [](const ChessTest& test, const Counts& pairs, double precise) {
    CHECK(test.logistic(pairs) == Approx(precise).margin(1e-6).epsilon(0));
  };
  check({0.5, 2.5}, {223, 9863, 21279, 10037, 246}, -3.074126);
  check({0, 2}, {871, 26175, 55983, 26678, 821}, -4.978673);
  check({-3, 1}, {10789, 19328, 33806, 19402, 10543}, 2.1310678118);
  check({0.2, 0.9}, {39, 2226, 31451, 2412, 40}, 2.1625425801);
}

TEST_CASE("a test of few pairs is that of a published Fishtest page") {
  // montytest.muzhen.org, test 69d3c8dc7c5b3724e29d2712: pairs, bounds of normalized Elo 0 and 4
  const Counts pairs{13, 37, 50, 25, 3};
  CHECK(ChessTest{0, 4}.normalized(pairs) == Approx(-0.54912).margin(1e-5).epsilon(0));
  std::vector<WeightedValue> scores;
  for (std::size_t i = 0; i < pairs.size(); ++i) scores.push_back({0.25 * static_cast<double>(i), pairs[i]});
  const auto at = [&](double mean) { return Tilt{mean, tilt_to(mean, scores)}; };
  CHECK(log_likelihood_ratio(scores, at(0.5), at(0.5039081994)) == Approx(-0.53772).margin(1e-5).epsilon(0));
}

TEST_CASE("four hundred points of Elo are ten to one") {
  CHECK(score_of_elo(400) == Approx(10.0 / 11));
  CHECK(score_of_elo(0) == 0.5);
  CHECK(score_of_elo(-400) == Approx(1.0 / 11));
}
