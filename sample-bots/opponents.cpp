#include "opponents.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace thinker {

using namespace tribunal;

Opponents::Opponents(const Habits& at_first, std::vector<float> weights) : weights_{std::move(weights)} {
  const auto by_model = weights_.empty() ? 0 : at_first.model;
  shares_.fill({1 - at_first.random - by_model, at_first.random, by_model});
}

Habits Opponents::habits(Seat seat) const {
  const auto& shares = shares_[index_of(seat)];
  const auto sum = shares[values] + shares[random] + shares[model];
  return {.random = shares[random] / sum, .model = shares[model] / sum};
}

void Opponents::note(const Game& position, Seat me) {
  position_ = position.clone();
  me_ = me;
}

void Opponents::learn(Seat seat, const Action& action) {
  if (position_ == nullptr || seat == me_ || !position_->wanted().has(seat)) return;
  constexpr int worlds = 80;
  constexpr double surprise = 0.5;  // the strength of the prior: as if each way had chosen the action in this
                                    // number of further worlds
  constexpr double least = 0.007;   // the least share, so that a seat may change its way
  Shares likelihoods{surprise, surprise, surprise};
  for (int world = 0; world < worlds; ++world) {
    const auto imagined = position_->clone();
    imagined->redraw_hidden(me_, chance_);
    imagined->legal_actions(seat, actions_);
    const auto found = std::ranges::find(actions_, action);
    if (found == actions_.end()) continue;
    const auto more = chances(*imagined, seat, static_cast<std::size_t>(found - actions_.begin()));
    for (std::size_t way = 0; way < ways; ++way) likelihoods[way] += more[way];
  }
  auto& shares = shares_[index_of(seat)];
  const auto sum = std::inner_product(shares.begin(), shares.end(), likelihoods.begin(), 0.0);
  for (std::size_t way = 0; way < ways; ++way)
    if (shares[way] > 0) shares[way] = std::max(least, shares[way] * likelihoods[way] / sum);
}

Opponents::Shares Opponents::chances(const Game& world, Seat seat, std::size_t choice) {
  Shares found{};
  world.value_actions(seat, actions_, values_);
  found[values] = chance_by_values(choice);
  found[random] = 1 / static_cast<double>(actions_.size());
  if (weights_.empty()) return found;
  world.describe_actions(seat, actions_, features_);
  found[model] = chance_by_model(choice);
  return found;
}

double Opponents::chance_by_values(std::size_t choice) const {
  constexpr int numbers = 8;  // random numbers for the action itself, from 0 to 1, equally far apart
  double sum = 0;
  for (int i = 0; i < numbers; ++i) {
    const auto mine = values_[choice] + (static_cast<float>(i) + 0.5F) / numbers;
    double is_best = 1;
    for (std::size_t other = 0; other < values_.size(); ++other)
      if (other != choice) is_best *= std::clamp(mine - values_[other], 0.0F, 1.0F);
    sum += is_best;
  }
  return sum / numbers;
}

double Opponents::chance_by_model(std::size_t choice) const {
  const auto logarithm = [&](std::size_t row) {
    return std::inner_product(weights_.begin(), weights_.end(), &features_[row * weights_.size()], 0.0);
  };
  double odds = 0;  // the sum of the odds of each action against this one
  for (std::size_t row = 0; row < actions_.size(); ++row)
    odds += std::exp(logarithm(row) - logarithm(choice));
  return 1 / odds;
}

}  // namespace thinker
