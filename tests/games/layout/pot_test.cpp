// Chips, a round of betting and the cube, by themselves.

#include <catch2/catch.hpp>

#include "games/layout/betting_round.hpp"
#include "games/layout/doubling_cube.hpp"
#include "games/layout/family.hpp"

using namespace tribunal;

TEST_CASE("the pot: equal parts, and the odd chips one each to the first") {
  struct Example {
    int chips;
    std::vector<int> shares;
  };
  const auto example = GENERATE(Example{12, {4, 4, 4}}, Example{13, {5, 4, 4}}, Example{14, {5, 5, 4}},
                                Example{1, {1, 0}}, Example{0, {0, 0}}, Example{7, {7}});
  for (std::size_t place = 0; place < example.shares.size(); ++place) {
    CHECK(share_of(example.chips, static_cast<int>(example.shares.size()), static_cast<int>(place)) ==
          example.shares[place]);
  }
}

TEST_CASE("the pot: what it holds, the seats have lost") {
  Pot pot;
  CHECK(pot.empty());
  pot.put_in(0, 5);
  pot.put_in(2, 7);
  pot.take_out(0, 9);
  CHECK(pot.chips() == 3);
  CHECK(pot.won(0) == 4);
  CHECK(pot.won(1) == 0);
  CHECK(pot.won(2) == -7);
}

TEST_CASE("the cube: in the middle anyone may double, then whoever accepted last, up to 64") {
  DoublingCube cube;
  CHECK(cube.value() == 1);
  CHECK(cube.may_double(0));
  CHECK(cube.may_double(1));
  cube.accept(1);
  CHECK(cube.value() == 2);
  CHECK_FALSE(cube.may_double(0));
  CHECK(cube.may_double(1));
  for (int i = 0; i < 5; ++i) cube.accept(0);
  CHECK(cube.value() == 64);
  CHECK_FALSE(cube.may_double(0));
}

namespace {

/// A round of betting by its script: `1 bet, 2 call, 0 fold`.
class Script {
 public:
  Script(SeatSet in, Seat first, int players) : round{in, first, players} {}

  Script& act(Seat seat, Verb verb) {
    REQUIRE(round.turn() == seat);
    ActionList actions;
    round.legal_actions(actions);
    REQUIRE(std::ranges::count(actions, Action{verb}) == 1);
    paid[index_of(seat)] += round.act(verb);
    return *this;
  }
  [[nodiscard]] std::string legal() const {
    ActionList actions;
    round.legal_actions(actions);
    std::string text;
    for (const auto& action : actions) text += (text.empty() ? "" : " ") + action.text();
    return text;
  }

  BettingRound round;
  std::array<int, 3> paid{};
};

}  // namespace

TEST_CASE("betting: when all have checked it is over and has cost nothing") {
  Script script{SeatSet::first(3), 1, 3};
  CHECK(script.legal() == "check bet");
  script.act(1, verbs::check).act(2, verbs::check).act(0, verbs::check);
  CHECK(script.round.is_over());
  CHECK(script.paid == std::array{0, 0, 0});
}

TEST_CASE("betting: after a bet those who have checked are asked again") {
  Script script{SeatSet::first(3), 1, 3};
  script.act(1, verbs::check).act(2, verbs::bet);
  CHECK(script.legal() == "call raise fold");
  CHECK(script.round.default_action().text() == "fold");
  script.act(0, verbs::fold).act(1, verbs::call);
  CHECK(script.round.is_over());
  CHECK(script.paid == std::array{0, 1, 1});
}

TEST_CASE("betting: at most one bet and three raises, of one chip each") {
  Script script{SeatSet::first(2), 1, 2};
  script.act(1, verbs::bet).act(0, verbs::raise).act(1, verbs::raise).act(0, verbs::raise);
  CHECK(script.legal() == "call fold");
  script.act(1, verbs::call);
  CHECK(script.round.is_over());
  CHECK(script.paid == std::array{4, 4, 0});
}

TEST_CASE("betting: who has folded is not asked, however often the others raise") {
  Script script{SeatSet::first(3).without(SeatSet::only(2)), 1, 3};
  script.act(1, verbs::bet).act(0, verbs::raise).act(1, verbs::raise).act(0, verbs::call);
  CHECK(script.round.is_over());
  CHECK(script.paid == std::array{3, 3, 0});
}

TEST_CASE("betting: a seat in fault spends nothing") {
  Script script{SeatSet::first(2), 0, 2};
  CHECK(script.round.default_action().text() == "check");
  script.act(0, verbs::bet);
  CHECK(script.round.default_action().text() == "fold");
}
