#include "analysis/decision_analysis.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <memory>
#include <utility>

#include "base/text/number_text.hpp"
#include "cards/deal.hpp"

namespace tribunal {
namespace {

/// The worlds of a question, one after another: games at its point that differ in what is unknown. Each world
/// has its own random numbers for what follows, which are the same for every action.
class Worlds {
 public:
  /// If `open`, only chance that was unknown to all seats is drawn again. `question` must outlive the worlds.
  Worlds(const Question& question, const DealKey& key, bool open)
      : question_{question},
        open_{open},
        seeds_{key, "analysis worlds " + std::to_string(question.decision)} {}

  struct World {
    std::unique_ptr<Game> game;
    Stream chance;  ///< chance for the policies of all seats; copy it for each action
  };

  [[nodiscard]] World next() {
    const auto seed = seeds_.next_seed();
    World world{question_.game->clone(), Stream{seed, "policy"}};
    Stream hidden{seed, "hidden"};
    if (open_) {
      world.game->redraw_chance(hidden);
    } else {
      world.game->redraw_hidden(question_.seat, hidden);
    }
    return world;
  }

 private:
  const Question& question_;
  bool open_;
  Stream seeds_;
};

/// Sums of the scores of all seats at the end of games, and of their squares.
class SeatSums {
 public:
  void add(const std::array<std::int32_t, max_seats>& scores) {
    for (std::size_t seat = 0; seat < max_seats; ++seat) {
      sums_[seat] += scores[seat];
      squares_[seat] += static_cast<double>(scores[seat]) * scores[seat];
    }
  }
  [[nodiscard]] std::array<Estimate, max_seats> estimates(double games) const {
    std::array<Estimate, max_seats> estimates;
    for (std::size_t seat = 0; seat < max_seats; ++seat) {
      const auto mean = sums_[seat] / games;
      const auto variance = std::max(0.0, squares_[seat] / games - mean * mean);
      estimates[seat] = {mean, std::sqrt(variance / (games - 1))};
    }
    return estimates;
  }

 private:
  std::array<double, max_seats> sums_{};
  std::array<double, max_seats> squares_{};
};

/// The number of playouts after each of the two actions.
constexpr std::size_t reason_worlds = 600;

/// Samples of a fact and of the score after one action.
struct Samples {
  std::vector<double> scores;
  std::vector<std::vector<double>> facts;  ///< samples of each fact
};

double mean_of(std::span<const double> values) {
  double sum = 0;
  for (const auto value : values) sum += value;
  return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

/// Sums of squares and products around the means.
struct Scatter {
  double facts = 0;
  double both = 0;

  void add(std::span<const double> facts_seen, std::span<const double> scores) {
    const auto fact_mean = mean_of(facts_seen);
    const auto score_mean = mean_of(scores);
    for (std::size_t i = 0; i < facts_seen.size(); ++i) {
      facts += (facts_seen[i] - fact_mean) * (facts_seen[i] - fact_mean);
      both += (facts_seen[i] - fact_mean) * (scores[i] - score_mean);
    }
  }
};

/// A fact with its means after the best action and after the one taken.
struct Explained {
  std::size_t fact = 0;
  double best = 0;
  double taken = 0;
  double points = 0;  ///< part of the difference in score that the fact explains
};

/// Plays out a question after some actions, and keeps the events until the end of the hand.
class Continuation {
 public:
  explicit Continuation(Rollout& rollout) : rollout_{rollout} {}

  /// The events from the first of the seat's `planned` actions on, without those of later hands. Each further
  /// one is taken at the seat's next decision in this hand that allows it.
  std::span<const Event> play(Game& game, Seat seat, std::span<const Action> planned, Stream& chance) {
    EventLog log;
    events_.clear();
    bool is_over = false;
    while (!game.wanted().empty()) {
      for (const auto other : game.wanted())
        choices_[other] =
            other == seat ? next_of(planned, game, seat, chance) : rollout_.choose(game, other, chance);
      log.clear();
      game.apply(choices_, log);
      for (const auto& event : log.events()) {
        is_over = is_over || event.verb == verbs::hand;
        if (!is_over) events_.push_back(event);
      }
      if (!is_over) continue;
      rollout_.finish(game, chance);
    }
    return events_;
  }

 private:
  Action next_of(std::span<const Action>& planned, const Game& game, Seat seat, Stream& chance) {
    if (!planned.empty()) game.legal_actions(seat, legal_);
    if (planned.empty() || std::ranges::find(legal_, planned.front()) == legal_.end())
      return rollout_.choose(game, seat, chance);
    const auto action = planned.front();
    planned = planned.subspan(1);
    return action;
  }

  Rollout& rollout_;
  Choices choices_;
  ActionList legal_;
  std::vector<Event> events_;
};

/// The scores of the best action (1), which `known` has, and of the taken one with the best one next (0), in
/// the same worlds.
ScoreTable scores_of_best_next(const Question& question, std::size_t best, const ScoreTable& known,
                               const DealKey& key, bool open, Rollout& rollout) {
  const std::array plan{question.legal[question.taken], question.legal[best]};
  ScoreTable table{plan.size(), 0};
  Worlds worlds{question, key, open};
  Continuation continuation{rollout};
  for (const auto score : known.scores(best)) {
    auto world = worlds.next();
    continuation.play(*world.game, question.seat, plan, world.chance);
    table.add(0, world.game->outcome().scores[index_of(question.seat)]);
    table.add(1, score);
  }
  return table;
}

Samples sample(const Question& question, std::span<const Action> planned, const Rules& rules,
               const FactReader& reader, const DealKey& key, bool open, Rollout& rollout) {
  Samples samples;
  samples.facts.resize(reader.facts.size());
  const auto before = question.game->position();
  std::vector<double> values(reader.facts.size());
  Worlds worlds{question, key, open};
  Continuation continuation{rollout};
  for (std::size_t i = 0; i < reason_worlds; ++i) {
    auto world = worlds.next();
    const auto events = continuation.play(*world.game, question.seat, planned, world.chance);
    std::ranges::fill(values, 0);
    reader.read(rules, before, question.seat, events, values);
    for (std::size_t fact = 0; fact < values.size(); ++fact) samples.facts[fact].push_back(values[fact]);
    samples.scores.push_back(world.game->outcome().scores[index_of(question.seat)]);
  }
  return samples;
}

/// Explains the difference in score by one fact: the difference of its means, times the points that come with
/// it in games after the same action. If the fact is certain after each action, this number of points cannot
/// be estimated, and the difference between the two actions is used.
Explained explain(std::size_t fact, const Samples& best, const Samples& taken) {
  Explained explained{.fact = fact, .best = mean_of(best.facts[fact]), .taken = mean_of(taken.facts[fact])};
  const auto more = explained.best - explained.taken;
  const auto score = mean_of(best.scores) - mean_of(taken.scores);
  Scatter within;
  within.add(best.facts[fact], best.scores);
  within.add(taken.facts[fact], taken.scores);
  const auto between = more * more * static_cast<double>(reason_worlds) / 2;
  constexpr double enough_within = 0.05;  // share of the variation between the actions
  if (within.facts > enough_within * between && within.facts > 0) {
    explained.points = more * within.both / within.facts;
  } else {
    explained.points = more == 0 ? 0 : score;
  }
  explained.points = std::min(explained.points, score);
  return explained;
}

/// Whether the difference of a fact is more than chance, large enough to report, and explains a good part of
/// the difference in score.
bool is_notable(const Explained& explained, const Fact& fact, const Samples& best, const Samples& taken) {
  constexpr double least_share = 0.05;
  constexpr double errors = 3;
  constexpr double least_part = 0.2;
  if (explained.points < least_part * (mean_of(best.scores) - mean_of(taken.scores))) return false;
  Scatter spread;
  spread.add(best.facts[explained.fact], best.scores);
  spread.add(taken.facts[explained.fact], taken.scores);
  const auto difference = std::abs(explained.best - explained.taken);
  const auto error = std::sqrt(spread.facts) / static_cast<double>(reason_worlds);
  return difference > errors * error && difference >= (fact.is_share ? least_share : least_share * 2);
}

std::string value_text(double value, const Fact& fact) {
  return fact.is_share ? fixed(100 * value, 0) + " %" : fixed(value, 1);
}

std::string sentence(const Question& question, std::size_t best, const Fact& fact,
                     const Explained& explained) {
  return fmt::format("after {} {}, after {} {}", question.legal[best].text(),
                     fmt::format(fmt::runtime(fact.clause), value_text(explained.best, fact)),
                     question.legal[question.taken].text(),
                     fmt::format(fmt::runtime(fact.again), value_text(explained.taken, fact)));
}

/// The reason that `best` (an index of the legal actions) is better than the taken action, from playouts
/// after both: the fact that explains the largest part of the difference in score. It is a clause such as
/// `after play:3c you win clubs in 97 % of the games, after discard:2d in 31 %`. Empty if no fact of the
/// family explains anything. `takes_best_next`: whether the best action follows the taken one.
std::string reason_for(const Question& question, std::size_t best, bool takes_best_next, const Rules& rules,
                       const DealKey& key, bool open, Rollout& rollout) {
  const auto reader = fact_reader_of(rules);
  const auto& facts = reader.facts;
  if (facts.empty() || best == question.taken) return {};
  const std::array actions{question.legal[question.taken], question.legal[best]};
  const auto after = [&](std::size_t first, std::size_t count) {
    return sample(question, std::span{actions}.subspan(first, count), rules, reader, key, open, rollout);
  };
  const auto after_best = after(1, 1);
  const auto after_taken = after(0, takes_best_next ? 2 : 1);
  std::optional<Explained> most;
  for (const bool outcomes : {false, true}) {
    for (std::size_t fact = 0; fact < facts.size() && (!outcomes || !most); ++fact) {
      if (facts[fact].is_outcome != outcomes) continue;
      const auto explained = explain(fact, after_best, after_taken);
      if (!is_notable(explained, facts[fact], after_best, after_taken)) continue;
      if (!most || explained.points > most->points) most = explained;
    }
  }
  return most ? sentence(question, best, facts[most->fact], *most) : std::string{};
}

/// The number of worlds after which hopeless actions are first searched for. It doubles for each further
/// search.
constexpr std::size_t first_look = 100;
/// The number of the policy's choices from which its probabilities are estimated.
constexpr std::size_t policy_samples = 400;

}  // namespace

DealKey analysis_key(const DealReference& deal, const std::optional<std::string>& seed) {
  return seed ? deal_key(Secret::from_seed(*seed), deal.event, deal.number) : deal.key;
}

DecisionAnalysis DecisionAnalyst::analyse(const Question& question, const Rules& rules, const DealKey& key,
                                          const AnalysisOptions& options) {
  std::vector<ActionAnalysis> actions(question.legal.size());
  const auto table = play_on(question, key, options, actions);
  const auto policy = shares(question, key);
  for (std::size_t action = 0; action < actions.size(); ++action) {
    auto& analysed = actions[action];
    analysed.action = question.legal[action];
    analysed.score = table.score(action);
    analysed.gain = table.gain(action);
    analysed.worlds = table.worlds(action);
    analysed.share = policy[action];
  }
  DecisionAnalysis result{.actions = std::move(actions),
                          .taken = question.taken,
                          .best = table.best(),
                          .cost = table.cost(),
                          .advantage = table.advantage(policy, policy_samples),
                          .is_policy_random = is_policy_random(question)};
  if (!result.is_mistake()) return result;
  const auto waiting = scores_of_best_next(question, result.best, table, key, options.open, rollout_).cost();
  const bool takes_best_next = waiting.mean < result.cost.mean;
  if (takes_best_next) result.cost = waiting;
  if (options.reasons && result.is_mistake())
    result.reason = reason_for(question, result.best, takes_best_next, rules, key, options.open, rollout_);
  return result;
}

ScoreTable DecisionAnalyst::play_on(const Question& question, const DealKey& key,
                                    const AnalysisOptions& options, std::vector<ActionAnalysis>& actions) {
  ScoreTable table{question.legal.size(), question.taken};
  std::vector<SeatSums> sums(actions.size());
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
      const auto scores = game->outcome().scores;
      table.add(action, scores[index_of(question.seat)]);
      sums[action].add(scores);
    }
  }
  for (std::size_t action = 0; action < actions.size(); ++action)
    actions[action].of_seats = sums[action].estimates(static_cast<double>(table.worlds(action)));
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
