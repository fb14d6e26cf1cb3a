// The searcher's memory of a game agrees with all that it was told, and its search pays.
#include "searcher.hpp"

#include <utility>

#include <catch2/catch.hpp>

#include "support/random_play.hpp"
#include "support/repetitions.hpp"

using namespace tribunal;
using searcher::Memory;
using testing::Dice;

namespace {

/// Tells the memory what its seat is told; the other cards do not come near it.
void tell(Memory& memory, const EventLog& events, std::size_t from, Seat me) {
  for (const auto& event : events.events().subspan(from)) {
    std::vector<Card> cards;
    for (std::size_t i = 0; i < event.size; ++i) {
      cards.push_back(Card::from_index(static_cast<std::uint8_t>(event.arguments[i])));
    }
    if (event.verb == verbs::deal && event.seat == me) memory.take_hand(cards);
    if (event.verb == verbs::play) memory.play(event.seat, cards[0]);
  }
}

/// The hands of those who are still to play to the trick, by seat.
std::vector<std::vector<Card>> hands_in(const Game& game) {
  std::vector<std::vector<Card>> hands(static_cast<std::size_t>(game.seats()));
  const auto rest = game.clone();
  EventLog events;
  ActionList actions;
  Choices choices;
  while (events.events().empty() || events.events().back().verb == verbs::play) {
    const auto seat = *rest->wanted().begin();
    rest->legal_actions(seat, actions);
    for (const auto& action : actions) hands[index_of(seat)].push_back(action.card());
    choices[seat] = actions[0];
    rest->apply(choices, events);
  }
  return hands;
}

}  // namespace

TEST_CASE(
    "a game that the searcher imagines is possible: it has its own hand, and as many cards as the others "
    "hold") {
  Dice dice{1};
  Stream chance = FastDeal{1}.stream("search");
  std::size_t questions = 0;
  std::size_t others_differ = 0;
  for (int i = 0; i < testing::repetitions(200); ++i) {
    const int players = dice.pick(std::vector{2, 3, 4, 6});
    const auto me = static_cast<Seat>(dice.below(static_cast<std::size_t>(players)));
    const auto rules = make_rules("tennis", players, {}).value();
    const auto game = rules.deal(testing::numbered_deal(static_cast<std::uint64_t>(i)));
    Memory memory{rules, me};
    EventLog events;
    ActionList actions;
    Choices choices;
    std::size_t told = 0;
    game->begin(events);
    while (!game->wanted().empty()) {
      tell(memory, events, std::exchange(told, events.events().size()), me);
      REQUIRE(memory.is_sound());
      if (game->wanted().has(me)) {
        ++questions;
        const auto imagined = memory.imagine(chance);
        REQUIRE(imagined->wanted() == game->wanted());
        const auto theirs = hands_in(*imagined);
        const auto real = hands_in(*game);
        REQUIRE(theirs[index_of(me)] == real[index_of(me)]);
        for (std::size_t seat = 0; seat < real.size(); ++seat)
          REQUIRE(theirs[seat].size() == real[seat].size());
        others_differ += theirs == real ? 0 : 1;
      }
      testing::choose_at_random(*game, dice, actions, choices);
      game->apply(choices, events);
    }
  }
  CHECK(questions > 50);
  CHECK(others_differ > questions / 10);  // late in a game all is known
}

TEST_CASE("the searcher's memory reports impossible events") {
  const auto card = [](const char* text) { return Card::parse(text).value(); };
  const auto rules = make_rules("tennis", 2, {}).value();
  Memory out_of_turn{rules, 0};
  out_of_turn.play(1, card("Kh"));
  CHECK_FALSE(out_of_turn.is_sound());
  Memory no_card{rules, 0};
  no_card.take_hand({card("Ah"), card("2h"), card("3h"), card("4h"), card("5h"), card("6h")});
  CHECK_FALSE(no_card.is_sound());
  Memory too_few{rules, 0};
  too_few.take_hand({card("2h")});
  CHECK_FALSE(too_few.is_sound());
  Memory not_mine{rules, 0};
  not_mine.take_hand({card("2h"), card("3h"), card("4h"), card("5h"), card("6h"), card("7h")});
  CHECK(not_mine.is_sound());
  not_mine.play(0, card("Kh"));
  CHECK_FALSE(not_mine.is_sound());
  Stream chance = FastDeal{1}.stream("search");
  CHECK_FALSE(searcher::best_action(not_mine, 0, 10, chance));
}

TEST_CASE("the searcher wins far more than its share against random players") {
  const auto rules = make_rules("tennis", 3, {}).value();
  Dice dice{5};
  Stream chance = FastDeal{5}.stream("search");
  int wins = 0;
  const int games = testing::repetitions(60);
  for (int i = 0; i < games; ++i) {
    const auto me = static_cast<Seat>(i % 3);
    const auto game = rules.deal(testing::numbered_deal(static_cast<std::uint64_t>(i)));
    Memory memory{rules, me};
    EventLog events;
    ActionList actions;
    Choices choices;
    std::size_t told = 0;
    game->begin(events);
    while (!game->wanted().empty()) {
      tell(memory, events, std::exchange(told, events.events().size()), me);
      testing::choose_at_random(*game, dice, actions, choices);
      if (game->wanted().has(me)) choices[me] = searcher::best_action(memory, me, 20, chance).value();
      game->apply(choices, events);
    }
    wins += game->outcome().places[index_of(me)] == 1 ? 1 : 0;
  }
  CHECK(wins >= games * 3 / 4);  // a third would be its share
}
