// A bot that always does the first thing and shows what it sees: after every line that the C++ kit takes in,
// what it heard, and the view. views.py and views.mjs show the same of the same lines, byte for byte.
//
//     views < LINES
#include <iostream>
#include <sstream>
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

}  // namespace

int main() {
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
