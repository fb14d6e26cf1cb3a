// The SDK and the careful bot must agree with the referee about a game. All are linked here: the SDK's names
// are in tribunal::bot.
#include <algorithm>
#include <cstdlib>
#include <random>
#include <set>
#include <sstream>

#include <catch2/catch.hpp>

#include "careful.hpp"
#include "games/catalogue.hpp"
#include "games/layout/family.hpp"
#include "tribunal_bot.hpp"

namespace bot = tribunal::bot;

namespace {

/// Any action, but seldom one that gives the hand up, so that there are hands to compare.
tribunal::Action random_action(const tribunal::ActionList& actions, std::mt19937& chance) {
  auto action = actions[chance() % actions.size()];
  for (int again = 0; again < 4; ++again) {
    if (action.verb() != tribunal::verbs::fold && action.verb() != tribunal::verbs::drop) break;
    action = actions[chance() % actions.size()];
  }
  return action;
}

/// A game of random legal decisions, as the lines that seat 0 is sent.
std::string lines_of_a_game(const tribunal::Rules& rules, unsigned seed) {
  std::mt19937 chance{seed};
  tribunal::DealKey key{};
  for (auto& byte : key.bytes) byte = static_cast<std::uint8_t>(chance());
  std::string lines = "tribunal 1\ngame " + rules.game() + " players=" + std::to_string(rules.players()) +
                      " seats=" + std::to_string(rules.seats()) + " you=0";
  for (const auto& [name, value] : rules.options()) lines += " " + name + "=" + tribunal::to_text(value);
  lines += "\n";
  const auto game = rules.deal(std::make_shared<tribunal::KeyedDeal>(key));
  tribunal::EventLog events;
  tribunal::ActionList actions;
  const auto tell = [&] {
    for (const auto& event : events.events()) lines += event.text(0) + "\n";
    events.clear();
  };
  game->begin(events);
  while (!game->wanted().empty()) {
    tell();
    tribunal::Choices choices;
    for (const auto seat : game->wanted()) {
      game->legal_actions(seat, actions);
      choices[seat] = random_action(actions, chance);
      if (seat != 0) continue;
      lines += "ask 1 0";
      for (const auto& action : actions) lines += " " + action.text();
      lines += "\n";
    }
    game->apply(choices, events);
  }
  tell();
  return lines + "quit\n";
}

/// Holds every hand of a game against the view.
class Comparison {
 public:
  void play(const std::string& lines) {
    bot::Hooks hooks;
    hooks.event = [this](const bot::View& view, const bot::Event& event) { hear(view, event); };
    std::istringstream in{lines};
    std::ostringstream out;
    const auto decide = [this](const bot::View& view) {
      compare_actions(view);
      return view.legal.front();
    };
    bot::run("comparison", "1", decide, hooks, in, out);
  }

  int scores = 0;
  int questions = 0;

 private:
  void hear(const bot::View& view, const bot::Event& event) {
    if (event.verb == "hand") {
      factor_ = 1;
      conquered_.clear();
    } else if (event.verb == "take") {
      taken_ = bot::Card::parse(event.arguments[0]);
    } else if (event.verb == "play" || event.verb == "discard") {
      taken_ = {};
    } else if (event.verb == "call" && view.option("tyrant", "off") != "off") {
      factor_ = -std::abs(factor_);
    } else if (event.verb == "accept") {
      factor_ *= 2;
    } else if (event.verb == "drop") {
      factor_ = 0;  // the points that follow are no score of melds
    } else if (event.verb == "conquer") {
      const auto name = std::find(bot::suit_names.begin(), bot::suit_names.end(), event.arguments[0]);
      const auto suit = bot::suits[static_cast<std::size_t>(name - bot::suit_names.begin())];
      CHECK(view.winner(suit) == event.seat);
      conquered_.insert(suit);
    } else if (event.verb == "score" && factor_ != 0) {
      ++scores;
      for (const auto suit : bot::suits) CHECK((view.winner(suit) >= 0) == (conquered_.count(suit) > 0));
      CHECK(view.seat(event.seat).points == factor_ * careful::points_now(view, event.seat));
    }
  }

  /// The plays that the referee offers are the cards in hand that fit.
  void compare_actions(const bot::View& view) {
    const auto is_discard = [](const bot::Action& action) { return action.is("discard"); };
    if (std::none_of(view.legal.begin(), view.legal.end(), is_discard)) return;
    ++questions;
    std::set<std::string> offered;
    std::set<std::string> fitting;
    std::set<std::string> held;
    for (const auto& action : view.legal) {
      if (action.is("play")) offered.insert(action.card().text());
      held.insert(action.card().text());
    }
    for (const auto card : view.hand()) {
      if (view.fits(view.me, card)) fitting.insert(card.text());
      if (card != taken_) CHECK(held.count(card.text()) == 1);
    }
    CHECK(offered == fitting);
  }

  bot::Card taken_;  // from the discard pile, by whoever did so last and still has to play
  int factor_ = 1;   // factor of this hand's scores: the tyrant's sign, the cube
  std::set<bot::Suit> conquered_;
};

struct Table {
  const char* game;
  int players;
  tribunal::OptionTexts options;
};

TEST_CASE("the SDK, the careful bot and the referee agree on winners, points and fitting cards") {
  const std::vector<Table> tables{
      {"revolution", 3, {{"hands", "2"}}},
      {"revolution", 4, {{"scoring", "advanced"}}},
      {"revolution", 2, {{"scoring", "preferred"}, {"mob", "on"}}},
      {"revolution", 1, {{"scoring", "advanced"}, {"mob", "on"}, {"tyrant", "on"}, {"hands", "3"}}},
      {"revolution", 2, {{"tyrant", "on"}, {"hands", "3"}}},
      {"revolution", 3, {{"session", "gambling"}, {"hands", "9"}}},
      {"revolution", 3, {{"session", "stud"}, {"scoring", "advanced"}, {"mob", "on"}, {"hands", "9"}}},
      {"revolution", 2, {{"session", "cube"}, {"tyrant", "on"}, {"hands", "9"}}},
      {"hustler", 2, {{"scoring", "preferred"}}},
      {"mitch", 3, {{"penalty", "0"}, {"hands", "2"}}},
      {"mitch", 3, {{"penalty", "0"}, {"draw", "either"}, {"suit_tie", "low"}}},
      {"mitch", 3, {{"penalty", "0"}, {"draw", "either-must-play"}, {"shortest_suit_doubles", "on"}}},
      {"mitch", 2, {{"penalty", "0"}, {"high_low", "on"}, {"hand_size", "9"}}},
      {"mitch", 4, {{"scoring", "preferred"}, {"hand_size", "3"}}},
      {"revolution", 3, {{"session", "gambling"}, {"tyrant", "any"}, {"hands", "9"}}},
      {"revolution", 2, {{"tyrant", "any"}, {"mob", "on"}, {"hands", "3"}}},
      {"mitch", 2, {{"penalty", "0"}, {"packs", "2"}, {"hand_size", "47"}}},
      {"mitch", 8, {{"penalty", "0"}}},
      {"mitch", 7, {{"penalty", "0"}, {"packs", "2"}, {"suit_tie", "low"}}},
      {"mitch", 6, {{"penalty", "0"}, {"packs", "2"}, {"high_low", "on"}, {"draw", "either"}}},
  };
  for (const auto& table : tables) {
    const auto rules = tribunal::make_rules(table.game, table.players, table.options);
    REQUIRE(rules);
    Comparison comparison;
    for (unsigned seed = 0; seed < 40; ++seed) {
      const auto lines = lines_of_a_game(*rules, seed);
      CAPTURE(lines);
      comparison.play(lines);
    }
    CHECK(comparison.scores >= 40);
    CHECK(comparison.questions > 40);
  }
}

}  // namespace
