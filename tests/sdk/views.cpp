// A bot that always does the first thing and shows what it sees: after every line that the C++ kit takes in,
// what it heard, and the view. views.py and views.mjs show the same of the same lines, byte for byte.
//
//     views < LINES
//     views cases < QUESTIONS     answers what kits_test.py asks of a view, of a card, or of an action
#include <algorithm>
#include <array>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "tribunal_bot.hpp"

using namespace tribunal::bot;

namespace {

template <typename... Words>
void show(const View& view, const Words&... heard) {
  (std::cout << ... << heard) << '\n' << describe(view) << '\n';
}

template <typename Words>
std::string listed(const Words& words) {
  std::ostringstream text;
  for (const auto& word : words) text << ' ' << word;
  return text.str();
}

/// The view after lines that commas separate.
View view_after(std::string lines) {
  for (auto at = lines.find(", "); at != std::string::npos; at = lines.find(", ")) lines.replace(at, 2, "\n");
  View last;
  Hooks hooks;
  hooks.game_start = [&last](const View& view) { last = view; };
  hooks.event = [&last](const View& view, const Event&) { last = view; };
  std::istringstream in{lines + "\n"};
  std::ostringstream out;
  (void)run(
      "x", "1", [](const View& view) { return view.legal.front(); }, hooks, in, out);
  return last;
}

/// All that the view and the action may be asked of each other.
std::string of_action(const View& view, const Action& action) {
  std::ostringstream text;
  text << action.verb() << " (" << action.arguments() << ") cards (";
  const auto cards = action.cards();
  for (std::size_t i = 0; i < cards.size(); ++i) text << (i > 0 ? " " : "") << cards[i].text();
  int fits = 0;
  int beats = 0;
  const auto suit = action.card().suit;
  for (const int number : {action.seat(), -2, 0, 1, 2, 64}) {
    fits += view.fits(number, action.card()) ? 1 : 0;
    beats += view.beats(view.seat(number).meld(suit), view.mine().meld(suit)) ? 1 : 0;
  }
  text << ") card " << action.card().text() << " numbers " << action.number() << ' ' << action.number(1)
       << ' ' << action.number(7, -5) << " seat " << action.seat() << " fits " << fits << " beats " << beats
       << " winning " << view.winning(suit);
  return text.str();
}

std::string line_of(const View& view, const std::string& beginning) {
  std::istringstream lines{describe(view)};
  std::string line;
  while (std::getline(lines, line) && line.compare(0, beginning.size(), beginning) != 0) {
  }
  return line;
}

std::string answer(const std::string& question) {
  const auto bar = question.rfind(" | ");
  const auto view = view_after(bar == std::string::npos ? "" : question.substr(0, bar));
  const auto asked = bar == std::string::npos ? question : question.substr(bar + 3);
  std::istringstream words{asked};
  std::string word;
  std::string first;
  std::string second;
  words >> word >> first >> second;
  if (word == "action") return of_action(view, Action{first});
  if (word == "card") return Card::parse(first).text();
  if (word == "option") return std::string{view.option(first, second)};
  if (word == "seat") return line_of(view, asked);
  if (word == "played")
    return std::array{"melds", "trick", "pile"}.at(static_cast<std::size_t>(view.played_to));
  if (word == "winner") {
    const auto name = std::find(suit_names.begin(), suit_names.end(), first);
    return std::to_string(view.winner(static_cast<Suit>(name - suit_names.begin())));
  }
  if (word == "on") return std::to_string(int{view.is_on(first)});
  if (word == "mob") return std::to_string(view.mob());
  if (word == "fits") return std::to_string(int{view.fits(std::stoi(first), Card::parse(second))});
  if (word == "number") return std::to_string(view.number(first, std::stoi(second)));
  return std::to_string(view.seat(std::stoi(first)).hand.size());
}

}  // namespace

int main(int count, char** words) {
  if (count == 2 && std::string{words[1]} == "cases") {
    for (std::string question; std::getline(std::cin, question);) std::cout << answer(question) << '\n';
    return 0;
  }
  const auto decide = [](const View& view) {
    show(view, "asked ", view.milliseconds);
    return view.legal.front();
  };
  Hooks hooks;
  hooks.game_start = [](const View& view) { show(view, "game ", view.game); };
  hooks.event = [](const View& view, const Event& event) {
    show(view, "event ", event.verb, ' ', event.seat, listed(event.arguments));
  };
  hooks.game_end = [](const View& view) {
    show(view, "result", listed(view.scores), " places", listed(view.places));
  };
  return tribunal::run("views", "1", decide, hooks);
}
