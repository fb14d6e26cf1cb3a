#include <algorithm>

#include "searcher.hpp"

namespace searcher {

using namespace tribunal;

namespace {

/// Plays a game to its end, everyone at random.
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

std::optional<Action> best_action(const Memory& memory, Seat me, int deals, Stream& chance) {
  if (!memory.is_sound()) return std::nullopt;
  auto muted = EventLog::muted();
  ActionList actions;
  ActionList of_others;
  Choices choices;
  std::vector<std::int64_t> scores;
  for (int deal = 0; deal < deals; ++deal) {
    const auto position = memory.imagine(chance);
    if (!position->wanted().has(me)) return std::nullopt;
    position->legal_actions(me, actions);  // equal in every deal: I know my hand
    scores.resize(actions.size());
    for (std::size_t i = 0; i < actions.size(); ++i) {
      const auto game = position->clone();
      choices[me] = actions[i];
      game->apply(choices, muted);
      play_out(*game, of_others, chance);
      scores[i] += game->outcome().scores[index_of(me)];
    }
  }
  return actions[static_cast<std::size_t>(std::ranges::max_element(scores) - scores.begin())];
}

}  // namespace searcher
