// Chance that comes after decisions: it is counted, whether it occurs does not depend on its outcome, and a
// game redrawn like its twin differs from it only by that outcome.
#include <cmath>
#include <map>
#include <vector>

#include <catch2/catch.hpp>

#include "games/conformance.hpp"
#include "support/what_is_seen.hpp"

using namespace tribunal;
using testing::Dice;

namespace {

/// One step of a random game.
struct ChanceStep {
  std::unique_ptr<Game> before;
  Choices choices;
  std::unique_ptr<Game> after;

  [[nodiscard]] bool brought_chance() const { return after->chance_so_far() != before->chance_so_far(); }
};

/// Calls `check` with one in `every` steps of random games of a family.
template <class Check>
void for_some_steps(const std::string& family, int games, std::size_t every, Check check) {
  Dice dice{33};
  ActionList actions;
  Choices choices;
  auto muted = EventLog::muted();
  for (int i = 0; i < games; ++i) {
    const auto rules = testing::random_rules_of(family, dice);
    CAPTURE(testing::describe(rules), i);
    const auto game = rules.deal(testing::numbered_deal(static_cast<std::uint64_t>(i)));
    game->begin(muted);
    while (!game->wanted().empty()) {
      testing::choose_at_random(*game, dice, actions, choices);
      ChanceStep step{.before = game->clone(), .choices = choices, .after = nullptr};
      game->apply(choices, muted);
      if (dice.below(every) != 0) continue;
      step.after = game->clone();
      check(step);
    }
  }
}

std::vector<std::string> lines_after(Game& game, const Choices& choices) {
  EventLog events;
  game.apply(choices, events);
  return testing::lines_of(events);
}

/// Whether cards that were placed by the deal come later: those are the same in every seating of the deal.
bool shows_its_deal(const Game& game, const std::string& family) {
  constexpr int with_cards_turned_up = 5;
  return family == "tennis" || (family == "anarchy" && game.players() == with_cards_turned_up);
}

const std::vector<std::string> families_with_chance{"layout", "tennis", "anarchy", "chez"};

}  // namespace

TEST_CASE("the lines after decisions without counted chance do not depend on redrawn chance") {
  Stream stream = FastDeal{1}.stream("redraw");
  for (const auto& family : families_with_chance) {
    int looked_at = 0;
    for_some_steps(family, 60, 5, [&](const ChanceStep& step) {
      if (step.brought_chance() || shows_its_deal(*step.before, family)) return;
      auto one = step.before->clone();
      auto other = step.before->clone();
      one->redraw_chance(stream);
      other->redraw_chance(stream);
      REQUIRE(lines_after(*one, step.choices) == lines_after(*other, step.choices));
      ++looked_at;
    });
    CHECK((looked_at > 50 || family == "tennis"));
  }
}

TEST_CASE("whether chance occurs does not depend on its outcome") {
  Stream stream = FastDeal{2}.stream("redraw");
  auto muted = EventLog::muted();
  for (const auto& family : families_with_chance) {
    for_some_steps(family, 60, 5, [&](const ChanceStep& step) {
      auto redrawn = step.before->clone();
      redrawn->redraw_chance(stream);
      redrawn->apply(step.choices, muted);
      REQUIRE((redrawn->chance_so_far() != step.before->chance_so_far()) == step.brought_chance());
    });
  }
}

TEST_CASE("with an equal stream the rest of the stock has the same order at every point of a game") {
  for (const std::string family : {"layout", "chez"}) {
    int looked_at = 0;
    for_some_steps(family, 60, 5, [&](const ChanceStep& step) {
      const auto before = step.before->position();
      const auto after = step.after->position();
      if (after.hand_number != before.hand_number || after.stock.size() >= before.stock.size())
        return;  // or a new one
      std::array<std::vector<Card>, 2> stocks;
      for (std::size_t point = 0; point < 2; ++point) {
        const auto redrawn = (point == 0 ? step.before : step.after)->clone();
        Stream stream{7, "redraw"};
        redrawn->redraw_chance(stream);
        stocks[point] = redrawn->position().stock;
      }
      auto rest = stocks[1].begin();
      for (const auto card : stocks[0])
        if (rest != stocks[1].end() && card == *rest) ++rest;
      REQUIRE(rest == stocks[1].end());
      ++looked_at;
    });
    CHECK(looked_at > 50);
  }
}

TEST_CASE("all remaining cards are equally likely to be drawn next, with one pack or two") {
  for (const auto* const name : {"revolution", "mitch-two-packs", "chez", "chez-two-packs"}) {
    const auto rules = make_rules(name, name == std::string{"mitch-two-packs"} ? 6 : 3, {}).value();
    const auto game = rules.deal(testing::numbered_deal(7));
    auto muted = EventLog::muted();
    game->begin(muted);
    Dice dice{6};
    testing::play_out(*game, dice, muted, 12);
    Stream stream = FastDeal{7}.stream("redraw");
    constexpr int times = 20'000;
    std::map<Card, int> next;
    for (int i = 0; i < times; ++i) {
      const auto redrawn = game->clone();
      redrawn->redraw_chance(stream);
      ++next[redrawn->position().stock.front()];
    }
    const auto stock = game->position().stock;
    std::map<Card, int> copies;
    for (const auto card : stock) ++copies[card];
    double chi_square = 0;
    for (const auto& [card, count] : copies) {
      const auto expected = static_cast<double>(times) * count / static_cast<double>(stock.size());
      chi_square += (next[card] - expected) * (next[card] - expected) / expected;
    }
    const auto degrees = static_cast<double>(copies.size() - 1);
    CAPTURE(name);
    CHECK(chi_square < degrees + 4.5 * std::sqrt(2 * degrees));
  }
}
