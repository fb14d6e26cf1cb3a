#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "analysis/decision_analysis.hpp"

namespace tribunal {
namespace {

/// The number of standard errors by which an action must be worse to be dropped. Each half tests by itself,
/// and both must agree: of two equal actions, one is dropped in one of some 13,000 tests (a chance of 0.0062
/// in each half).
constexpr double hopeless_errors = 2.5;

/// Sums of numbers, for their mean and its error.
class Moments {
 public:
  void add(double value) {
    ++count_;
    const auto delta = value - mean_;
    mean_ += delta / static_cast<double>(count_);
    squares_ += delta * (value - mean_);
  }
  [[nodiscard]] double mean() const { return mean_; }
  [[nodiscard]] double count() const { return static_cast<double>(count_); }
  /// The variance of the numbers, not of their mean. Infinite if it is unknown.
  [[nodiscard]] double variance() const {
    return count_ < 2 ? std::numeric_limits<double>::infinity() : squares_ / (count() - 1);
  }
  [[nodiscard]] Estimate estimate() const { return {mean_, std::sqrt(variance() / count())}; }

 private:
  std::size_t count_ = 0;
  double mean_ = 0;
  double squares_ = 0;
};

using Scores = std::vector<std::int32_t>;

/// The differences between two actions in the worlds `first`, `first + step`, ... in which both were tried.
Moments differences(const Scores& scores, const Scores& less, std::size_t first, std::size_t step) {
  Moments moments;
  const auto worlds = std::min(scores.size(), less.size());
  for (auto world = first; world < worlds; world += step)
    moments.add(static_cast<double>(scores[world]) - less[world]);
  return moments;
}

}  // namespace

ScoreTable::ScoreTable(std::size_t actions, std::size_t taken)
    : taken_{taken},
      scores_(actions),
      hopeless_{std::vector<bool>(actions, false), std::vector<bool>(actions, false)} {}

// The taken action is never dropped, because all others are compared with it.
void ScoreTable::drop_hopeless() {
  const auto best = choose(std::vector<std::uint32_t>(worlds(taken_), 1)).best;
  for (const std::size_t half : {0U, 1U}) find_hopeless(half, scores_[best[half]]);
}

void ScoreTable::find_hopeless(std::size_t half, const std::vector<std::int32_t>& best) {
  for (std::size_t action = 0; action < actions(); ++action) {
    if (action == taken_ || is_dropped(action)) continue;
    const auto lead = differences(best, scores_[action], half, 2).estimate();
    if (lead.mean > 0 && lead.mean > hopeless_errors * lead.error) hopeless_[half][action] = true;
  }
}

Estimate ScoreTable::score(std::size_t action) const {
  Moments moments;
  for (const auto score : scores_[action]) moments.add(score);
  return moments.estimate();
}

Estimate ScoreTable::gain(std::size_t action) const {
  if (action == taken_) return {};
  return differences(scores_[action], scores_[taken_], 0, 1).estimate();
}

std::size_t ScoreTable::best() const {
  auto best = taken_;
  double most = 0;
  for (std::size_t action = 0; action < actions(); ++action) {
    if (is_dropped(action) || action == taken_) continue;
    const auto more = gain(action).mean;
    if (more > most) best = action;
    most = std::max(most, more);
  }
  return best;
}

// An action that a half has found hopeless is not chosen by it, even if the other half keeps the action.
// Otherwise the choice would depend on the half that measures it.
ScoreTable::Choices ScoreTable::choose(std::span<const std::uint32_t> times) const {
  Choices choices{.best = {taken_, taken_}};
  std::array<double, 2> most{};
  const auto& less = scores_[taken_];
  for (std::size_t action = 0; action < actions(); ++action) {
    if (action == taken_ || is_dropped(action)) continue;
    std::array<double, 2> sums{};
    std::array<double, 2> worlds{};
    const auto& scores = scores_[action];
    for (std::size_t world = 0; world < std::min(scores.size(), less.size()); ++world) {
      sums[world % 2] += times[world] * (static_cast<double>(scores[world]) - less[world]);
      worlds[world % 2] += times[world];
    }
    for (const std::size_t half : {0U, 1U}) {
      const auto mean = sums[half] / std::max(1.0, worlds[half]);
      if (hopeless_[half][action] || mean <= most[half]) continue;
      most[half] = mean;
      choices.best[half] = action;
      choices.measured[half] = sums[1 - half] / std::max(1.0, worlds[1 - half]);
    }
  }
  return choices;
}

// Other worlds would lead to other choices, so the error includes choice and measurement. The worlds of each
// half are drawn again from the existing ones (bootstrap: B. Efron, Annals of Statistics 7 (1979)).
Estimate ScoreTable::cost() const {
  constexpr int draws = 200;
  const auto worlds = scores_[taken_].size();
  std::vector<std::uint32_t> times(worlds, 1);
  const auto choices = choose(times);
  Estimate cost{.mean = choices.cost()};
  if (choices.best == std::array{taken_, taken_}) return cost;
  cost.error = std::numeric_limits<double>::infinity();
  if (worlds < 4) return cost;
  Moments costs;
  std::mt19937 source{1};
  for (int draw = 0; draw < draws; ++draw) {
    std::ranges::fill(times, 0U);
    for (std::size_t world = 0; world < worlds; ++world) {
      const auto half = (worlds + 1 - world % 2) / 2;
      ++times[2 * ((std::uint64_t{source()} * half) >> 32U) + world % 2];
    }
    costs.add(choose(times).cost());
  }
  cost.error = std::sqrt(costs.variance());
  return cost;
}

// A dropped action has fewer worlds than the others. The worlds in which the same actions were tried form a
// stratum, within which the contributions of worlds are alike.
Estimate ScoreTable::advantage(std::span<const double> shares, std::size_t samples) const {
  Estimate advantage;
  double spread = 0;
  for (std::size_t action = 0; action < actions(); ++action) {
    const auto less = -gain(action).mean;
    advantage.mean += shares[action] * less;
    spread += shares[action] * less * less;
  }
  double variance = std::max(0.0, spread - advantage.mean * advantage.mean) /
                    static_cast<double>(std::max<std::size_t>(1, samples));
  std::vector<std::size_t> ends;
  for (const auto& scores : scores_) ends.push_back(scores.size());
  std::ranges::sort(ends);
  std::size_t begin = 0;
  for (const auto end : ends) {
    Moments moments;
    for (auto world = begin; world < end; ++world) {
      double contribution = 0;
      for (std::size_t action = 0; action < actions(); ++action) {
        const auto& scores = scores_[action];
        if (world < scores.size())
          contribution +=
              shares[action] * (scores_[taken_][world] - scores[world]) / static_cast<double>(scores.size());
      }
      moments.add(contribution);
    }
    if (end - begin > 1) variance += moments.variance() * moments.count();
    begin = end;
  }
  advantage.error = std::sqrt(variance);
  return advantage;
}

}  // namespace tribunal
