// Random games as one seat or the referee is told of them, with the table as the engine knows it at every
// question: a line of JSON a game, for the kits in all languages (engine_test.py).
//
//     positions SEED GAMES
#include <cstdlib>
#include <iostream>
#include <span>
#include <string>

#include <nlohmann/json.hpp>

#include "sdk/lively_play.hpp"
#include "sdk/seat_view.hpp"

using namespace tribunal;
using nlohmann::json;

namespace {

json names_of(std::span<const Card> cards) {
  json names = json::array();
  for (const auto card : cards) names.push_back(card.text());
  return names;
}

json seat_of(const SeatPosition& seat) {
  json melds = json::array();
  for (const auto& meld : seat.melds) melds.push_back(names_of(meld));
  return {{"hand", names_of(seat.hand)},
          {"open", names_of(seat.open)},
          {"melds", melds},
          {"captured", {seat.captured.suits, seat.captured.ranks}},
          {"pile", seat.pile.size()},
          {"pile cards", names_of(seat.pile)},
          {"bid", std::string{seat.bid}},
          {"score", seat.score},
          {"chips", seat.chips},
          {"out", seat.out}};
}

json table_of(const Position& table) {
  json trick = json::array();
  for (const auto& play : table.trick) trick.push_back({play.card.text(), std::to_string(play.seat)});
  json seats = json::array();
  for (const auto& seat : table.seats) seats.push_back(seat_of(seat));
  json winners = json::array();
  for (const auto winner : table.winners) winners.push_back(int{winner});
  return {{"hand", table.hand_number},
          {"dealer", int{table.dealer}},
          {"stock", names_of(table.stock)},
          {"hidden", names_of(table.hidden)},
          {"discards", names_of(table.discards)},
          {"trick", trick},
          {"turned", names_of(table.turned)},
          {"aside", names_of(table.aside)},
          {"aces", names_of(table.aces)},
          {"folded", names_of(table.folded)},
          {"captured", names_of(table.captured)},
          {"aces left", table.aces_left},
          {"pot", table.pot},
          {"winners", winners},
          {"seats", seats}};
}

/// A question to the viewer, so that its kit shows what it sees: also where others are asked.
std::string question() { return "ask 1 1000 pass\n"; }

json game_of(const GameInfo& info, std::uint64_t number, testing::Dice& dice) {
  const auto rules = testing::lively_rules(info, dice);
  const auto place = static_cast<Seat>(dice.below(static_cast<std::size_t>(rules.players()) + 1));
  const auto viewer = place == rules.players() ? referee_view : place;
  auto lines = "tribunal 1\n" + testing::game_line(rules, viewer);
  json tables = json::array();
  const auto game = rules.deal(testing::numbered_deal(number));
  EventLog events;
  ActionList actions;
  Choices choices;
  game->begin(events);
  while (!game->wanted().empty()) {
    for (const auto& line : testing::lines_of(events, viewer)) lines += line + "\n";
    lines += question();
    tables.push_back(table_of(game->position()));
    events.clear();
    testing::choose_lively(*game, dice, actions, choices);
    game->apply(choices, events);
  }
  return {{"rules", testing::describe(rules)},
          {"viewer", int{viewer}},
          {"melds", info.family == "layout"},
          {"lines", lines + "quit\n"},
          {"tables", tables}};
}

}  // namespace

int main(int count, char** words) {
  if (count != 3) {
    std::cerr << "positions: expected SEED GAMES\n";
    return 2;
  }
  testing::Dice dice{std::strtoull(words[1], nullptr, 10)};
  for (int i = 0; i < std::atoi(words[2]); ++i) {
    for (const auto& info : catalogue()) {
      std::cout << game_of(info, static_cast<std::uint64_t>(i), dice).dump() << '\n';
    }
  }
}
