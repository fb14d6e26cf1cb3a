// A bot that prints its view. After every line that the C++ kit processes it prints the line and the view; at
// a question also the answers of all functions of the view and of its actions. It takes the first action. The
// views programs of the other languages print the same for the same lines, byte for byte.
//
//     views < LINES
#include <array>
#include <iostream>
#include <sstream>
#include <string>

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

void show_start(const View& view) {
  std::ostringstream text;
  for (const auto* const name : {"high_low", "penalty", "none"})
    text << ' ' << name << ' ' << view.option(name, "?") << ' ' << view.number(name, 7) << ' '
         << view.is_on(name);
  constexpr std::array places{"melds", "trick", "pile"};
  show(view, "game ", view.game, " played ", places.at(static_cast<std::size_t>(view.played_to)), " mob ",
       view.mob(), text.str());
}

void show_action(const View& view, const Action& action) {
  std::string cards;
  std::string fits;
  std::string beats;
  const auto suit = action.card().suit;
  for (const auto card : action.cards()) cards += (cards.empty() ? "" : " ") + card.text();
  for (const int number : {0, 1, 2, 64, -2, action.seat()}) {
    fits += view.fits(number, action.card()) ? '1' : '0';
    beats += view.beats(view.seat(number).meld(suit), view.mine().meld(suit)) ? '1' : '0';
  }
  std::cout << "action " << action.text() << " verb " << action.verb() << " (" << action.arguments()
            << ") cards (" << cards << ") numbers " << action.number() << ' ' << action.number(1) << ' '
            << action.number(7, -5) << " seat " << action.seat() << " card " << action.card().text()
            << " fits " << fits << " beats " << beats << " winner " << view.winner(suit) << ' '
            << view.winning(suit) << '\n';
}

Decision decide(const View& view) {
  show(view, "asked ", view.milliseconds);
  for (const auto& action : view.legal) show_action(view, action);
  const auto& first = view.legal.front();
  if (first.is("long")) {
    std::string remark = "x";
    for (int letter = 0; letter < 3000; ++letter) remark += "\u00fc";
    return {first, remark};
  }
  if (first.is("comment")) return {first, "with\r\ntwo lines"};
  if (first.is("plain")) return "plain";
  if (first.is("nothing")) return {"", "why not"};
  return first;
}

}  // namespace

int main() {
  Hooks hooks;
  hooks.game_start = show_start;
  hooks.event = [](const View& view, const Event& event) {
    show(view, "event ", event.verb, ' ', event.seat, listed(event.arguments));
  };
  hooks.game_end = [](const View& view) {
    show(view, "result", listed(view.scores), " places", listed(view.places));
  };
  return tribunal::run("views", "1", decide, hooks);
}
