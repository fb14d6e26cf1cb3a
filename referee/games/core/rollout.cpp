#include "games/core/rollout.hpp"

#include <cstddef>
#include <limits>

namespace tribunal {

Action Rollout::choose(const Game& game, Seat seat, Stream& chance) {
  constexpr float per_word = 0x1p-32F;
  game.legal_actions(seat, actions_);
  if (actions_.size() == 1) return actions_.front();
  game.value_actions(seat, actions_, values_);
  std::size_t best = 0;
  auto most = -std::numeric_limits<float>::infinity();
  for (std::size_t i = 0; i < actions_.size(); ++i) {
    const auto value =
        noise_ > 0 ? values_[i] + noise_ * per_word * static_cast<float>(chance.next_word()) : values_[i];
    if (value > most) best = i;
    most = value > most ? value : most;
  }
  return actions_[best];
}

void Rollout::step(Game& game, Stream& chance) {
  for (const Seat seat : game.wanted()) choices_[seat] = choose(game, seat, chance);
  game.apply(choices_, muted_);
}

void Rollout::step(Game& game, Seat seat, const Action& action, Stream& chance) {
  for (const Seat other : game.wanted())
    choices_[other] = other == seat ? action : choose(game, other, chance);
  game.apply(choices_, muted_);
}

void Rollout::finish(Game& game, Stream& chance) {
  while (!game.wanted().empty()) step(game, chance);
}

}  // namespace tribunal
