#include "analysis/decision_analysis.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "analysis/reason.hpp"
#include "analysis/worlds.hpp"

namespace tribunal {
namespace {

/// The first look for hopeless actions is after this number of worlds; each further one after twice as many.
constexpr std::size_t first_look = 100;
/// Choices of the policy from which its probabilities are estimated.
constexpr std::size_t policy_samples = 400;

}  // namespace

DealKey analysis_key(const DealReference& deal, const std::optional<std::string>& seed) {
  return seed ? deal_key(Secret::from_seed(*seed), deal.event, deal.number) : deal.key;
}

DecisionAnalysis DecisionAnalyst::analyse(const Question& question, const Rules& rules, const DealKey& key,
                                          const AnalysisOptions& options) {
  const auto table = play_on(question, key, options);
  const auto policy = shares(question, key);
  DecisionAnalysis result{.actions = {},
                          .taken = question.taken,
                          .best = table.best(),
                          .cost = table.cost(),
                          .advantage = table.advantage(policy, policy_samples),
                          .reason = {},
                          .is_policy_random = is_policy_random(question)};
  for (std::size_t action = 0; action < question.legal.size(); ++action) {
    result.actions.push_back({.action = question.legal[action],
                              .score = table.score(action),
                              .gain = table.gain(action),
                              .worlds = table.worlds(action),
                              .share = policy[action]});
  }
  if (options.reasons && result.is_mistake())
    result.reason = reason_for(question, result.best, rules, key, options.open, rollout_);
  return result;
}

ScoreTable DecisionAnalyst::play_on(const Question& question, const DealKey& key,
                                    const AnalysisOptions& options) {
  ScoreTable table{question.legal.size(), question.taken};
  Worlds worlds{question, key, options.open};
  auto look = first_look;
  for (std::size_t done = 0; done < options.worlds; ++done) {
    if (done == look) {
      table.drop_hopeless();
      look *= 2;
    }
    const auto world = worlds.next();
    for (std::size_t action = 0; action < table.actions(); ++action) {
      if (table.is_dropped(action)) continue;
      const auto game = world.game->clone();
      auto chance = world.chance;
      rollout_.step(*game, question.seat, question.legal[action], chance);
      rollout_.finish(*game, chance);
      table.add(action, game->outcome().scores[index_of(question.seat)]);
    }
  }
  return table;
}

bool DecisionAnalyst::is_policy_random(const Question& question) {
  question.game->value_actions(question.seat, question.legal, values_);
  return std::ranges::adjacent_find(values_, std::ranges::not_equal_to{}) == values_.end();
}

std::vector<double> DecisionAnalyst::shares(const Question& question, const DealKey& key) {
  std::vector<double> shares(question.legal.size(), 0);
  Stream seeds{key, "analysis choices " + std::to_string(question.decision)};
  Stream chance{seeds.next_word(), "policy"};
  for (std::size_t sample = 0; sample < policy_samples; ++sample) {
    const auto chosen = rollout_.choose(*question.game, question.seat, chance);
    const auto place = std::ranges::find(question.legal, chosen) - question.legal.begin();
    shares.at(static_cast<std::size_t>(place)) += 1.0 / policy_samples;
  }
  return shares;
}

}  // namespace tribunal
