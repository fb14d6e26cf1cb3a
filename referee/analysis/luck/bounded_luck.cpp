#include "analysis/luck/bounded_luck.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "analysis/luck/recorded_steps.hpp"
#include "record/transcript.hpp"

namespace tribunal {
namespace {

/// Plays games on, and keeps what the seat may expect. Random numbers are new at each event, unlike those of
/// `luck_of`: with equal ones, the window and the sum would say something about the games still to be played
/// on, and the mean would not be 0 exactly.
class Expectation {
 public:
  Expectation(const Record& record, Seat seat, std::span<const PolicyWeights> policies, std::uint32_t pairs,
              double window)
      : seat_{index_of(seat)}, pairs_{pairs}, window_{window}, seeds_{record.deal.key, "bounded luck"} {
    for (std::size_t other = 0; other < policies.size(); ++other)
      rollout_.play_by(static_cast<Seat>(other), policies[other]);
  }

  /// Looks at a game that has begun.
  void look_at(const Game& begun) {
    expected_ = mean([&](std::uint64_t seed) { return finish(*redrawn_by(begun, seed), seed); });
  }

  /// The luck of what came in the last step.
  [[nodiscard]] double luck_of_event(const RecordedSteps& steps) {
    double results = 0;
    const auto luck = mean([&](std::uint64_t seed) {
      const auto redrawn = redrawn_by(steps.before(), seed);
      redrawn->apply(steps.choices(), muted_);
      const auto result = finish(*redrawn_by(steps.now(), seed), seed);
      results += result;
      return within_window(result) - within_window(finish(*redrawn, seed));
    });
    expected_ = results / pairs_;
    return luck;
  }

 private:
  template <class Value>
  [[nodiscard]] double mean(Value value) {
    double sum = 0;
    for (std::uint32_t pair = 0; pair < pairs_; ++pair) sum += value(seeds_.next_seed());
    return sum / pairs_;
  }
  [[nodiscard]] double finish(Game& game, std::uint64_t seed) {
    Stream policy{seed, "policy"};
    rollout_.finish(game, policy);
    return game.outcome().scores[seat_];
  }
  [[nodiscard]] double within_window(double result) const {
    return std::clamp(result, expected_ - window_, expected_ + window_);
  }

  std::size_t seat_;
  std::uint32_t pairs_;
  double window_;
  Stream seeds_;
  Rollout rollout_{1, NoiseFor::each_action};
  EventLog muted_ = EventLog::muted();
  double expected_ = 0;
};

}  // namespace

Result<double> bounded_luck_of(const Record& record, Seat seat, std::span<const PolicyWeights> policies,
                               std::uint32_t pairs, const LuckBound& bound) {
  if (auto played = play_again(record); !played) return std::unexpected{played.error().text(record)};
  RecordedSteps steps{record};
  Expectation expectation{record, seat, policies, pairs, bound.window};
  expectation.look_at(steps.now());
  double luck = 0;
  while (std::abs(luck) <= bound.sum && steps.next()) {
    if (steps.brought_chance()) luck += expectation.luck_of_event(steps);
  }
  return luck;
}

std::uint64_t decisions_played_on(const Record& record, std::uint32_t pairs) {
  RecordedSteps steps{record};
  std::uint64_t decisions = steps.left();
  while (steps.next()) {
    if (steps.brought_chance()) decisions += 2 * steps.left();
  }
  return decisions * pairs;
}

}  // namespace tribunal
