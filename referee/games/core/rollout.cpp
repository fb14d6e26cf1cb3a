#include "games/core/rollout.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace tribunal {

namespace {

constexpr float per_word = 0x1p-32F;

/// exp(x) of x <= 0 by (1 + x / 4096)^4096, within x^2 / 8192 of it: arithmetic alone, so that games are the
/// same on every machine.
double exponential(double x) {
  auto power = 1 + std::max(x, -40.0) / 4096;
  for (int i = 0; i < 12; ++i) power *= power;
  return power;
}

}  // namespace

Action Rollout::choose(const Game& game, Seat seat, Stream& chance) {
  game.legal_actions(seat, actions_);
  if (at_random_.has(seat)) return actions_[chance.uniform(static_cast<std::uint32_t>(actions_.size()))];
  if (actions_.size() == 1) return actions_.front();
  return weights_[index_of(seat)].empty() ? choose_by_values(game, seat, chance)
                                          : choose_by_model(game, seat, chance);
}

Action Rollout::choose_by_values(const Game& game, Seat seat, Stream& chance) {
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

Action Rollout::choose_by_model(const Game& game, Seat seat, Stream& chance) {
  const auto& weights = weights_[index_of(seat)];
  game.describe_actions(seat, actions_, features_);
  values_.assign(actions_.size(), 0);
  for (std::size_t i = 0; i < actions_.size(); ++i)
    for (std::size_t k = 0; k < weights.size(); ++k)
      values_[i] += weights[k] * features_[i * weights.size() + k];
  const auto most = *std::ranges::max_element(values_);
  double sum = 0;
  for (auto& value : values_) sum += value = static_cast<float>(exponential(value - most));
  auto left = sum * per_word * chance.next_word();
  std::size_t chosen = 0;
  while (chosen + 1 < actions_.size() && left >= values_[chosen]) left -= values_[chosen++];
  return actions_[chosen];
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
