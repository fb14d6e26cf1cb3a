// The referee's actions for a seat at fault follow the sentences of docs/rules/, from the listed actions
// alone. Also the order of legal actions.
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "games/catalogue.hpp"
#include "games/layout/family.hpp"
#include "support/random_rules.hpp"
#include "support/repetitions.hpp"
#include "support/words.hpp"

using namespace tribunal;
using testing::Dice;

namespace {

using Texts = std::vector<std::string>;

std::string with_verb(const Texts& actions, const std::string& verb) {
  const auto found = std::ranges::find_if(
      actions, [&](const std::string& action) { return action == verb || action.starts_with(verb + ':'); });
  return found == actions.end() ? "" : *found;
}

/// The action with one card and this verb that has the first rank and, among these, the first suit.
std::string lowest(const Texts& actions, const std::string& verb, const std::string& ranks) {
  std::string best;
  std::size_t least = 0;
  for (const auto& action : actions) {
    if (!action.starts_with(verb + ':') || action.size() != verb.size() + 3) continue;
    const auto rank = ranks.find(action[verb.size() + 1]);
    const auto suit = std::string{"cdhs"}.find(action.back());
    if (rank == std::string::npos || suit == std::string::npos) continue;
    if (!best.empty() && rank * 4 + suit >= least) continue;
    best = action;
    least = rank * 4 + suit;
  }
  return best;
}

/// docs/rules/mitch.md, "A game"; docs/rules/revolution.md, "The tyrant", "A game" and each session.
std::string of_layout(const Texts& actions) {
  if (auto discard = lowest(actions, "discard", "23456789TJQK"); !discard.empty()) return discard;
  if (auto play = lowest(actions, "play", "23456789TJQK"); !play.empty()) return play;
  for (const auto* verb : {"check", "stock", "pass", "fold", "drop"})
    if (auto found = with_verb(actions, verb); !found.empty()) return found;
  return "";
}

/// docs/rules/chez.md, "A player at fault". An answer does not repeat the seat that a question names.
std::string of_chez(const Texts& actions) {
  if (auto pass = with_verb(actions, "pass"); !pass.empty()) return pass;
  if (auto play = lowest(actions, "play", "A2345789T6JQK"); !play.empty()) return play;
  if (auto joker = with_verb(actions, "play"); !joker.empty()) return joker;
  if (auto offer = lowest(actions, "offer", "A23456789TJQK"); !offer.empty()) return offer;
  for (const auto* verb : {"offer", "extend", "castle", "court"})
    if (auto found = with_verb(actions, verb); !found.empty()) return found;
  return "";
}

}  // namespace

TEST_CASE("after a fault the referee plays as the page of the game states") {
  Dice dice{17};
  ActionList listed;
  auto events = EventLog::muted();
  int compared = 0;
  for (const auto& info : catalogue()) {
    if (info.family != "layout" && info.family != "chez") continue;
    for (int number = 0; number < 300; ++number) {
      const auto rules = testing::random_rules(info, dice);
      CAPTURE(testing::describe(rules), number);
      const auto game = rules.deal(std::make_shared<const FastDeal>(dice.below(1'000'000)));
      game->begin(events);
      const auto compare = [&](const Game& now, Seat seat) {
        now.legal_actions(seat, listed);
        Texts actions;
        for (const auto& action : listed) actions.push_back(action.text());
        const auto expected = info.family == "chez" ? of_chez(actions) : of_layout(actions);
        if (!expected.empty()) {
          REQUIRE(now.default_action(seat).text() == expected);
          ++compared;
        }
        return dice.pick(listed);
      };
      testing::play_out(*game, events, compare, 400);
    }
  }
  CHECK(compared > 10'000);
}

TEST_CASE("the page of every game states how the referee plays for a player at fault") {
  for (const auto& info : catalogue()) {
    CAPTURE(info.name);
    const auto page = testing::content_of(std::string{TRIBUNAL_DOCS} + "/rules/" + info.name + ".md");
    CHECK((page.contains("a player at fault") || page.contains("a seat at fault")));
  }
}

TEST_CASE("layout: legal actions: plays, then discards, each in the order of cards") {
  const auto key = [](const Action& action) {
    return std::pair{action.verb() == verbs::discard, action.card().index()};
  };
  Dice dice{3};
  auto events = EventLog::muted();
  ActionList actions;
  Choices choices;
  for (int i = 0; i < testing::repetitions(3'000); ++i) {
    const auto rules = testing::random_rules_of("layout", dice);
    const auto game = rules.deal(testing::numbered_deal(static_cast<std::uint64_t>(i)));
    game->begin(events);
    while (!game->wanted().empty()) {
      for (const auto seat : game->wanted()) {
        game->legal_actions(seat, actions);
        const bool has_cards = actions[0].verb() == verbs::play || actions[0].verb() == verbs::discard;
        if (!has_cards) continue;
        if (actions.back().verb() == verbs::fold) actions.pop_back();  // the hustler may, at the very end
        for (std::size_t a = 0; a < actions.size(); ++a) {
          REQUIRE_FALSE(actions[a].card().is_ace());  // aces are never played
          if (a > 0) REQUIRE(key(actions[a - 1]) < key(actions[a]));
        }
      }
      testing::choose_at_random(*game, dice, actions, choices);
      game->apply(choices, events);
    }
  }
}
