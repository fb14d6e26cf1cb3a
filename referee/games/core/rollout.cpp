#include "games/core/rollout.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

namespace tribunal {

namespace {

constexpr float per_word = 0x1p-32F;

/// A random number for each action of a decision, from the decision's random word. Each action has its own
/// number, so an action that exists in both of two similar games gets the same noise.
class NumbersOfActions {
 public:
  NumbersOfActions(std::uint32_t word, const ActionList& actions)
      : word_{word}, verb_{actions.front().verb()} {
    mix_verb();
  }

  [[nodiscard]] std::uint64_t of(const Action& action) {
    if (action.verb() != verb_) {
      verb_ = action.verb();
      mix_verb();
    }
    auto mixed = of_verb_;
    for (const auto argument : action.arguments()) mixed = mixed * factor + argument;
    mixed = (mixed ^ mixed >> 30U) * 0xbf58476d1ce4e5b9;  // the last steps of SplitMix64
    return (mixed ^ mixed >> 27U) * 0x94d049bb133111eb;
  }

 private:
  void mix_verb() {
    of_verb_ = word_;
    for (const char letter : verb_->name) of_verb_ = of_verb_ * factor + static_cast<unsigned char>(letter);
  }

  static constexpr std::uint64_t factor = 0x9e3779b97f4a7c15;
  std::uint32_t word_;
  Verb verb_;  // the verb of the previous action, since a list has few different verbs
  std::uint64_t of_verb_ = 0;
};

/// Quantiles of Gumbel's distribution: -log(-log(p)). With such noise added to some numbers, each of them is
/// the largest with a probability proportional to its exponential (E. J. Gumbel, Statistical Theory of
/// Extreme Values (1954)).
class GumbelQuantiles {
 public:
  GumbelQuantiles() {
    for (std::size_t i = 0; i < values_.size(); ++i) {
      const auto quantile = (static_cast<double>(i) + 0.5) / static_cast<double>(values_.size());
      values_[i] = static_cast<float>(std::round(-std::log(-std::log(quantile)) * 4096) / 4096);
    }
  }
  /// The quantile for a random number, by all of its 64 bits.
  [[nodiscard]] float of(std::uint64_t number) const { return values_[number >> (64U - bits)]; }

 private:
  static constexpr unsigned bits = 14;
  std::array<float, std::size_t{1} << bits> values_{};
};

const GumbelQuantiles& gumbel_quantiles() {
  static const GumbelQuantiles quantiles;
  return quantiles;
}

using FourSums [[gnu::vector_size(16)]] = float;

/// The sum of products of equally many weights and features. It is added up in four parts, always the same
/// ones, because in a single sum each step would wait for the one before.
float product(std::span<const float> weights, const float* features) {
  FourSums parts{};
  std::size_t k = 0;
  for (; k + 4 <= weights.size(); k += 4)
    parts += FourSums{weights[k], weights[k + 1], weights[k + 2], weights[k + 3]} *
             FourSums{features[k], features[k + 1], features[k + 2], features[k + 3]};
  float sum = (parts[0] + parts[1]) + (parts[2] + parts[3]);
  for (; k < weights.size(); ++k) sum += weights[k] * features[k];
  return sum;
}

}  // namespace

Action Rollout::choose(const Game& game, Seat seat, Stream& chance) {
  game.legal_actions(seat, actions_);
  if (at_random_.has(seat)) return actions_[chance.uniform(static_cast<std::uint32_t>(actions_.size()))];
  const auto& weights = weights_[index_of(seat)];
  if (!weights.empty()) return choose_by_model(game, seat, weights, chance.next_word());
  if (noise_for_ == NoiseFor::each_action) return choose_by_values(game, seat, chance.next_word());
  return actions_.size() == 1 ? actions_.front() : choose_by_values(game, seat, chance);
}

Action Rollout::choose_by_values(const Game& game, Seat seat, Stream& chance) {
  game.value_actions(seat, actions_, values_);
  if (noise_ > 0)
    for (auto& value : values_) value += noise_ * per_word * static_cast<float>(chance.next_word());
  return best_action();
}

Action Rollout::choose_by_values(const Game& game, Seat seat, std::uint32_t word) {
  if (actions_.size() == 1) return actions_.front();
  game.value_actions(seat, actions_, values_);
  NumbersOfActions numbers{word, actions_};
  for (std::size_t i = 0; i < actions_.size(); ++i)
    values_[i] += noise_ * per_word * static_cast<float>(numbers.of(actions_[i]) >> 32U);
  return best_action();
}

Action Rollout::choose_by_model(const Game& game, Seat seat, const std::vector<float>& weights,
                                std::uint32_t word) {
  if (actions_.size() == 1) return actions_.front();
  game.describe_actions(seat, actions_, features_);
  values_.resize(actions_.size());
  NumbersOfActions numbers{word, actions_};
  const auto& noise = gumbel_quantiles();
  for (std::size_t i = 0; i < actions_.size(); ++i)
    values_[i] = noise.of(numbers.of(actions_[i])) + product(weights, &features_[i * weights.size()]);
  return best_action();
}

Action Rollout::best_action() const {
  return actions_[static_cast<std::size_t>(std::ranges::max_element(values_) - values_.begin())];
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
