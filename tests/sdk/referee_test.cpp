// The C++ kit and the careful bot must agree with the referee about a game.
#include <algorithm>
#include <cstdlib>
#include <set>

#include <catch2/catch.hpp>

#include "careful.hpp"
#include "games/catalogue.hpp"
#include "sdk/lively_play.hpp"
#include "sdk/seat_view.hpp"
#include "support/random_play.hpp"
#include "support/words.hpp"

namespace tribunal::testing {
namespace {

/// Compares every hand of a game, as seat 0 sees it, with the view.
class RefereeComparison {
 public:
  void play(const Rules& rules, unsigned seed) {
    Dice dice{seed};
    SeatView seat{rules, 0};
    const auto game = rules.deal(numbered_deal(seed));
    EventLog events;
    ActionList actions;
    game->begin(events);
    while (true) {
      for (const auto& event : events.events()) {
        seat.hear(event);
        if (event.is_told_to(0)) hear(seat.view(), words_of(event.text(0)));
      }
      events.clear();
      if (game->wanted().empty()) return;
      if (game->wanted().has(0)) {
        game->legal_actions(0, actions);
        compare_actions(seat.view(), actions);
      }
      Choices choices;
      choose_lively(*game, dice, actions, choices);
      game->apply(choices, events);
    }
  }

  int scores = 0;
  int questions = 0;

 private:
  void hear(const bot::View& view, const std::vector<std::string>& words) {
    const auto& verb = words[0];
    const int seat = std::stoi(words[1]);
    if (verb == "hand") {
      factor_ = 1;
      conquered_.clear();
    } else if (verb == "take") {
      taken_ = bot::Card::parse(words[2]);
    } else if (verb == "play" || verb == "discard") {
      taken_ = {};
    } else if (verb == "call" && view.option("tyrant", "off") != "off") {
      factor_ = -std::abs(factor_);
    } else if (verb == "accept") {
      factor_ *= 2;
    } else if (verb == "drop") {
      factor_ = 0;  // the points that follow are not a score of melds
    } else if (verb == "conquer") {
      const auto name = std::find(bot::suit_names.begin(), bot::suit_names.end(), words[2]);
      const auto suit = bot::suits[static_cast<std::size_t>(name - bot::suit_names.begin())];
      CHECK(view.winner(suit) == seat);
      conquered_.insert(suit);
    } else if (verb == "score" && factor_ != 0) {
      ++scores;
      for (const auto suit : bot::suits) CHECK((view.winner(suit) >= 0) == (conquered_.count(suit) > 0));
      CHECK(view.seat(seat).points == factor_ * careful::points_now(view, seat));
    }
  }

  /// The plays that the referee offers are the cards in hand that fit.
  void compare_actions(const bot::View& view, const ActionList& actions) {
    std::set<std::string> offered;
    std::set<std::string> fitting;
    std::set<std::string> held;
    bool can_discard = false;
    for (const auto& action : actions) {
      const bot::Action word{action.text()};
      if (word.is("play")) offered.insert(word.card().text());
      can_discard = can_discard || word.is("discard");
      held.insert(word.card().text());
    }
    if (!can_discard) return;
    ++questions;
    for (const auto card : view.hand()) {
      if (view.fits(view.me, card)) fitting.insert(card.text());
      if (card != taken_) CHECK(held.count(card.text()) == 1);
    }
    CHECK(offered == fitting);
  }

  bot::Card taken_;  // from the discard pile, by the seat that did so last and must still play
  int factor_ = 1;   // factor of this hand's scores: the tyrant's sign, the cube
  std::set<bot::Suit> conquered_;
};

struct Table {
  const char* game;
  int players;
  OptionTexts options;
};

}  // namespace

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
    const auto rules = make_rules(table.game, table.players, table.options);
    REQUIRE(rules);
    RefereeComparison comparison;
    for (unsigned seed = 0; seed < 40; ++seed) {
      CAPTURE(table.game, table.players, table.options, seed);
      comparison.play(*rules, seed);
    }
    CHECK(comparison.scores >= 40);
    CHECK(comparison.questions > 40);
  }
}

}  // namespace tribunal::testing
