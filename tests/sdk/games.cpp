// Prints the lines of random games as one seat or the referee receives them, a line of JSON for each game,
// for the kits of all languages (kits_test.py). Whenever a seat is asked, the viewer is asked as well, so
// that its kit prints its view.
//
//     games SEED GAMES
#include <cstdlib>
#include <iostream>
#include <string>

#include <nlohmann/json.hpp>

#include "sdk/lively_play.hpp"
#include "sdk/seat_view.hpp"

using namespace tribunal;

namespace {

nlohmann::json game_of(const GameInfo& info, testing::Dice& dice) {
  const auto rules = testing::lively_rules(info, dice);
  const auto place = static_cast<Seat>(dice.below(static_cast<std::size_t>(rules.players()) + 1));
  const auto viewer = place == rules.players() ? referee_view : place;
  auto lines = testing::game_line(rules, viewer) + "\n";
  const auto game = rules.deal(testing::numbered_deal(dice.below(1U << 31U)));
  EventLog events;
  ActionList actions;
  Choices choices;
  game->begin(events);
  while (!game->wanted().empty()) {
    for (const auto& line : testing::lines_of(events, viewer)) lines += line + "\n";
    lines += "ask 1 1000 pass\n";
    events.clear();
    testing::choose_lively(*game, dice, actions, choices);
    game->apply(choices, events);
  }
  return {{"rules", testing::describe(rules)}, {"viewer", int{viewer}}, {"lines", lines}};
}

}  // namespace

int main(int count, char** words) {
  if (count != 3) {
    std::cerr << "games: expected SEED GAMES\n";
    return 2;
  }
  testing::Dice dice{std::strtoull(words[1], nullptr, 10)};
  for (int i = 0; i < std::atoi(words[2]); ++i) {
    for (const auto& info : catalogue()) std::cout << game_of(info, dice).dump() << '\n';
  }
}
