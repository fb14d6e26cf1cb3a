// The bounds of scores: no game leaves the bounds that its rules state, and games prepared for it reach them.
#include <algorithm>
#include <iterator>
#include <map>
#include <span>

#include <catch2/catch.hpp>

#include "games/bounds.hpp"
#include "games/layout/family.hpp"
#include "support/random_rules.hpp"
#include "support/repetitions.hpp"

using namespace tribunal;
using testing::bounds;
using testing::Dice;

namespace {

/// The preferences of a seat: random decisions, or verbs that it prefers to others.
struct Temper {
  std::vector<Verb> likes;
};

const Temper plays_all{
    {verbs::play, verbs::pay, verbs::raise, verbs::bet, verbs::call, verbs::doubles, verbs::accept}};
const Temper plays_nothing{{verbs::discard, verbs::pay, verbs::call, verbs::pass, verbs::accept}};
const Temper gives_up{{verbs::fold, verbs::drop, verbs::discard, verbs::doubles}};

Action choice_of(const Temper& temper, const ActionList& actions, Dice& dice) {
  for (const auto verb : temper.likes) {
    std::vector<Action> liked;
    std::ranges::copy_if(actions, std::back_inserter(liked),
                         [verb](const Action& action) { return action.verb() == verb; });
    if (!liked.empty() && dice.below(16) != 0) return dice.pick(liked);
  }
  return actions[dice.below(actions.size())];
}

Outcome played(const Rules& rules, const DealPointer& deal, const std::vector<Temper>& tempers, Dice& dice) {
  const auto game = rules.deal(deal);
  auto events = EventLog::muted();
  ActionList actions;
  Choices choices;
  game->begin(events);
  while (!game->wanted().empty()) {
    for (const auto seat : game->wanted()) {
      game->legal_actions(seat, actions);
      choices[seat] = choice_of(tempers.at(index_of(seat)), actions, dice);
    }
    game->apply(choices, events);
  }
  return game->outcome();
}

}  // namespace

TEST_CASE("no random game leaves the bounds of its rules, however the seats decide") {
  Dice dice{11};
  const std::vector<Temper> tempers{{}, {}, plays_all, plays_nothing, gives_up};
  for (int i = 0; i < testing::repetitions(20'000); ++i) {
    const auto rules = testing::random_rules(dice);
    std::vector<Temper> at_table;
    for (int seat = 0; seat < rules.players(); ++seat) at_table.push_back(dice.pick(tempers));
    const auto outcome = played(rules, testing::numbered_deal(static_cast<std::uint64_t>(i)), at_table, dice);
    const auto allowed = rules.score_bounds();
    for (const auto seat : SeatSet::first(rules.players())) {
      CAPTURE(testing::describe(rules), i, int{seat}, allowed.least, allowed.most);
      CHECK(allowed.has(outcome.scores[index_of(seat)]));
    }
  }
}

TEST_CASE("every game states its bounds: the lowest is below the highest, and hands add up") {
  Dice dice{12};
  for (int i = 0; i < 20'000; ++i) {
    const auto rules = testing::random_rules(dice);
    CAPTURE(testing::describe(rules));
    CHECK(rules.score_bounds().least < rules.score_bounds().most);
  }
  CHECK(bounds("mitch", 3, {{"hands", "1000"}}) == bounds("mitch", 3).times(1000));
  CHECK(bounds("anarchy", 5, {{"hands", "7"}}) == bounds("anarchy", 5).times(7));
}

TEST_CASE("Tennis and Chez: the bounds are 0 and all others outlasted, and random games reach both") {
  const std::map<std::string, int> points_for_each{{"tennis", 2}, {"chez", 1}};
  for (const auto& [name, points] : points_for_each) {
    for (const int players : {2, 3, 4, 6}) {
      const auto rules = make_rules(name, players, {}).value();
      CHECK(rules.score_bounds() == ScoreBounds{.least = 0, .most = points * (players - 1)});
      Dice dice{13};
      std::int32_t least = 1;
      std::int32_t most = 0;
      for (std::uint64_t i = 0; i < 40; ++i) {
        const auto scores =
            played(rules, testing::numbered_deal(i), std::vector<Temper>(max_seats), dice).scores;
        const auto seats = std::span{scores}.first(static_cast<std::size_t>(players));
        least = std::min(least, std::ranges::min(seats));
        most = std::max(most, std::ranges::max(seats));
      }
      CHECK(least == 0);
      CHECK(most == points * (players - 1));
    }
  }
}
