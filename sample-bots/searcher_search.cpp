#include <algorithm>
#include <cstdint>
#include <vector>

#include "searcher.hpp"

namespace searcher {

using namespace tribunal;

namespace {

/// Plays a game to its end, with random actions of all seats.
void play_out(Game& game, ActionList& actions, Stream& chance) {
  auto muted = EventLog::muted();
  Choices choices;
  for (auto wanted = game.wanted(); !wanted.empty(); wanted = game.wanted()) {
    for (const Seat seat : wanted) {
      game.legal_actions(seat, actions);
      choices[seat] = actions[chance.uniform(static_cast<std::uint32_t>(actions.size()))];
    }
    game.apply(choices, muted);
  }
}

}  // namespace

Action best_action(const Game& position, Seat me, int deals, Stream& chance) {
  auto muted = EventLog::muted();
  ActionList actions;
  ActionList of_others;
  Choices choices;
  position.legal_actions(me, actions);  // the same in every deal, because I know my hand
  std::vector<std::int64_t> scores(actions.size());
  for (int deal = 0; deal < deals; ++deal) {
    const auto world = position.clone();
    world->redraw_hidden(me, chance);
    for (std::size_t i = 0; i < actions.size(); ++i) {
      const auto game = world->clone();
      choices[me] = actions[i];
      game->apply(choices, muted);
      play_out(*game, of_others, chance);
      scores[i] += game->outcome().scores[index_of(me)];
    }
  }
  return actions[static_cast<std::size_t>(std::ranges::max_element(scores) - scores.begin())];
}

}  // namespace searcher
