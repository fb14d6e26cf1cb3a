#include "analysis/reason.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "analysis/facts.hpp"
#include "analysis/worlds.hpp"
#include "base/text/number_text.hpp"

namespace tribunal {
namespace {

/// Games played on after each of the two actions.
constexpr std::size_t reason_worlds = 200;

/// Samples of a fact and of the score after one action.
struct Samples {
  std::vector<double> scores;
  std::vector<std::vector<double>> facts;  ///< by fact
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
  double points = 0;  ///< the part of the difference in score that goes with it
};

/// Plays a question on after an action, and keeps what happens until the end of the hand.
class Continuation {
 public:
  explicit Continuation(Rollout& rollout) : rollout_{rollout} {}

  /// The events from the action on; those of later hands are left out.
  std::span<const Event> play(Game& game, Seat seat, const Action& action, Stream& chance) {
    EventLog log;
    events_.clear();
    bool is_over = false;
    const Action* given = &action;
    while (!game.wanted().empty()) {
      for (const auto other : game.wanted())
        choices_[other] = given != nullptr && other == seat ? *given : rollout_.choose(game, other, chance);
      given = nullptr;
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
  Rollout& rollout_;
  Choices choices_;
  std::vector<Event> events_;
};

Samples sample(const Question& question, std::size_t action, const FactReader& reader, const DealKey& key,
               bool open, Rollout& rollout) {
  Samples samples;
  samples.facts.resize(reader.facts().size());
  const auto before = question.game->position();
  std::vector<double> values(reader.facts().size());
  Worlds worlds{question, key, open};
  Continuation continuation{rollout};
  for (std::size_t i = 0; i < reason_worlds; ++i) {
    auto world = worlds.next();
    const auto events = continuation.play(*world.game, question.seat, question.legal[action], world.chance);
    std::ranges::fill(values, 0);
    reader.read(before, question.seat, events, values);
    for (std::size_t fact = 0; fact < values.size(); ++fact) samples.facts[fact].push_back(values[fact]);
    samples.scores.push_back(world.game->outcome().scores[index_of(question.seat)]);
  }
  return samples;
}

/// Explains the difference in score by one fact: the difference of its means, times the points that come with
/// it in games after the same action. A fact that is certain after each action has nothing to learn that
/// from; the difference of the two actions must do.
Explained explain(std::size_t fact, const Samples& best, const Samples& taken) {
  Explained explained{.fact = fact, .best = mean_of(best.facts[fact]), .taken = mean_of(taken.facts[fact])};
  const auto more = explained.best - explained.taken;
  const auto score = mean_of(best.scores) - mean_of(taken.scores);
  Scatter within;
  within.add(best.facts[fact], best.scores);
  within.add(taken.facts[fact], taken.scores);
  const auto between = more * more * static_cast<double>(reason_worlds) / 2;
  constexpr double enough_within = 0.05;  // of the variation between the actions
  if (within.facts > enough_within * between && within.facts > 0) {
    explained.points = more * within.both / within.facts;
  } else {
    explained.points = more == 0 ? 0 : score;
  }
  explained.points = std::min(explained.points, score);
  return explained;
}

/// Whether the difference of a fact is more than chance, large enough to be worth a sentence, and goes with a
/// good part of the difference in score.
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

}  // namespace

std::string reason_for(const Question& question, std::size_t best, const Rules& rules, const DealKey& key,
                       bool open, Rollout& rollout) {
  const auto reader = fact_reader_of(rules);
  if (!reader || best == question.taken) return {};
  const auto after_best = sample(question, best, *reader, key, open, rollout);
  const auto after_taken = sample(question, question.taken, *reader, key, open, rollout);
  const auto facts = reader->facts();
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

}  // namespace tribunal
