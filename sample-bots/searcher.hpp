// The searcher's play of Tennis: it draws the unseen cards at random and plays each of those games out with
// the referee's own library (docs/library.md). searcher.cpp is the bot around it.
#ifndef SEARCHER_HPP
#define SEARCHER_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "games/core/rollout.hpp"

namespace searcher {

/// The best action of the asked seat `me` on average over `deals` games that `me` cannot distinguish from
/// `position`, each played out at random once for every action.
[[nodiscard]] inline tribunal::Action best_action(const tribunal::Game& position, tribunal::Seat me,
                                                  int deals, tribunal::Stream& chance) {
  tribunal::Rollout rollout;
  rollout.play_at_random(tribunal::SeatSet::all());
  tribunal::ActionList actions;
  position.legal_actions(me, actions);  // equal in every deal: I know my hand
  std::vector<std::int64_t> scores(actions.size());
  for (int deal = 0; deal < deals; ++deal) {
    const auto world = position.clone();
    world->redraw_hidden(me, chance);
    for (std::size_t i = 0; i < actions.size(); ++i) {
      const auto game = world->clone();
      rollout.step(*game, me, actions[i], chance);
      rollout.finish(*game, chance);
      scores[i] += game->outcome().scores[tribunal::index_of(me)];
    }
  }
  return actions[static_cast<std::size_t>(std::ranges::max_element(scores) - scores.begin())];
}

}  // namespace searcher

#endif
