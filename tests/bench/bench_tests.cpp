#include <array>
#include <cmath>
#include <fmt/format.h>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "bench_report.hpp"
#include "ratings/sequential/empirical_likelihood.hpp"
#include "ratings/sequential/sequential_test.hpp"
#include "tournament/standings/comparison.hpp"

namespace tribunal {
namespace {

/// Blocks of a comparison, made up or seen: differences, each with its chance.
class MadeUpBlocks {
 public:
  struct Value {
    double difference = 0;
    double chance = 0;
  };

  explicit MadeUpBlocks(std::vector<Value> values) : values_{std::move(values)} {}

  /// Small differences to both sides, like a bell.
  [[nodiscard]] static MadeUpBlocks symmetric() {
    std::vector<Value> values;
    for (int difference = -12; difference <= 12; ++difference)
      values.push_back({static_cast<double>(difference), std::exp(-difference * difference / 32.0)});
    return MadeUpBlocks{std::move(values)};
  }

  /// Small gains, and a large loss in one of ten.
  [[nodiscard]] static MadeUpBlocks skewed() {
    std::vector<Value> values;
    for (int gain = -2; gain <= 4; ++gain) values.push_back({static_cast<double>(gain), 0.9 / 7});
    for (int loss = 6; loss <= 12; ++loss) values.push_back({static_cast<double>(-loss), 0.1 / 7});
    return MadeUpBlocks{std::move(values)};
  }

  /// Small gains, and the loss of nearly everything in a `share` of the blocks.
  [[nodiscard]] static MadeUpBlocks catastrophic(double share) {
    std::vector<Value> values{{-49, share}};
    for (int gain = -1; gain <= 3; ++gain) values.push_back({static_cast<double>(gain), (1 - share) / 5});
    return MadeUpBlocks{std::move(values)};
  }

  /// 85 of 100 are equal.
  [[nodiscard]] static MadeUpBlocks mostly_equal() {
    return seen(-4, 1, {15, 15, 15, 15, 680, 15, 15, 15, 15});
  }

  /// Real ones, rounded: 4000 deals of revolution, the sample bot careful against greedy in all seats of a
  /// table of three, beside one each of both.
  [[nodiscard]] static MadeUpBlocks revolution() {
    return seen(-13, 1, {1,   0,   4,   1,   2,   9,   26, 46, 70, 110, 192, 249, 314, 542, 426, 392,
                         389, 372, 249, 224, 134, 119, 63, 38, 15, 7,   5,   0,   0,   0,   0,   1});
  }

  /// Like `revolution`, by places instead of points.
  [[nodiscard]] static MadeUpBlocks revolution_by_places() {
    return seen(0, 1.0 / 6, {22, 174, 525, 1074, 1157, 785, 263});
  }

  /// Like `revolution`, with the sample bot hoarder in place of careful.
  [[nodiscard]] static MadeUpBlocks hoarder() {
    return seen(-10, 1, {2,   13,  12,  32,  69, 117, 189, 314, 380, 499, 540, 483,
                         387, 330, 229, 164, 91, 69,  44,  17,  10,  5,   4});
  }

  /// Real ones, to halves of a point: 390 deals of revolution at a table of three, careful against greedy in
  /// all seats, beside hoarder and counter; as they were played, and without the luck of draws.
  [[nodiscard]] static MadeUpBlocks revolution_with_luck() {
    return seen(-6.5, 0.5, {1,  1,  3,  2, 5,  4, 7,  7, 17, 6, 27, 13, 33, 30, 41, 18, 33, 15,
                            23, 16, 25, 4, 21, 3, 12, 4, 8,  2, 5,  1,  1,  0,  0,  1,  1});
  }

  [[nodiscard]] static MadeUpBlocks revolution_without_luck() {
    return seen(-6, 0.5, {1,  0,  0,  0,  3,  6,  2, 10, 13, 20, 26, 30, 51, 32, 31, 25,
                          30, 16, 27, 16, 12, 11, 6, 7,  3,  3,  4,  3,  0,  1,  1});
  }

  /// Those bots in 300 deals of mitch.
  [[nodiscard]] static MadeUpBlocks mitch_with_luck() {
    return seen(-5.5, 0.5, {1,  0,  0,  1, 1,  1, 1, 5, 8, 8, 24, 22, 38, 22, 44, 15,
                            20, 10, 20, 7, 24, 5, 8, 4, 6, 0, 3,  0,  1,  0,  0,  1});
  }

  [[nodiscard]] static MadeUpBlocks mitch_without_luck() {
    return seen(-3.5, 0.5,
                {1, 0, 0, 3, 6, 6, 19, 21, 33, 36, 40, 25, 24, 31, 11, 12, 11, 7, 6, 3, 1, 2, 0, 2});
  }

  /// These blocks with chances tilted so that the mean is `mean`: there are more or fewer catastrophes, for
  /// instance.
  [[nodiscard]] MadeUpBlocks with_mean(double mean) const {
    auto tilted = values_;
    double low = -5;
    double high = 5;
    for (int step = 0; step < 100; ++step) {
      const double tilt = (low + high) / 2;
      double total = 0;
      double sum = 0;
      for (std::size_t i = 0; i < values_.size(); ++i) {
        tilted[i].chance = values_[i].chance * std::exp(tilt * values_[i].difference);
        total += tilted[i].chance;
        sum += tilted[i].chance * tilted[i].difference;
      }
      for (auto& value : tilted) value.chance /= total;
      (sum / total < mean ? low : high) = tilt;
    }
    return MadeUpBlocks{std::move(tilted)};
  }

  [[nodiscard]] MadeUpBlocks mirrored() const {
    auto values = values_;
    for (auto& value : values) value.difference = -value.difference;
    return MadeUpBlocks{std::move(values)};
  }

  [[nodiscard]] double deviation() const {
    double mean = 0;
    double squares = 0;
    for (const auto& [difference, chance] : values_) {
      mean += chance * difference;
      squares += chance * difference * difference;
    }
    return std::sqrt(squares - mean * mean);
  }

  [[nodiscard]] double draw(std::mt19937_64& source) const {
    double left = static_cast<double>(source() >> 11U) * 0x1p-53;
    for (const auto& [difference, chance] : values_) {
      if (left < chance) return difference;
      left -= chance;
    }
    return values_.back().difference;
  }

 private:
  /// Values from `first` on, one `step` apart, by how often each was seen.
  [[nodiscard]] static MadeUpBlocks seen(double first, double step, const std::vector<int>& counts) {
    double total = 0;
    for (const int count : counts) total += count;
    std::vector<Value> values;
    for (std::size_t i = 0; i < counts.size(); ++i)
      values.push_back({first + step * static_cast<double>(i), counts[i] / total});
    return MadeUpBlocks{std::move(values)};
  }

  std::vector<Value> values_;
};

/// A test to measure by: the empirical likelihood ratio of two means between
/// Wald's bounds, and bets of sixteen fixed stakes at a fifth of the error probabilities.
class LikelihoodRatioTest {
 public:
  explicit LikelihoodRatioTest(const SequentialQuestion& question)
      : question_{question},
        null_{question.m0},
        alternative_{question.m1},
        values_{{question.lowest, weight_of_unseen}, {question.highest, weight_of_unseen}} {}

  void add(double difference) {
    bet(difference);
    count(difference);
    for (auto* const tilt : {&null_, &alternative_}) tilt->theta = tilt_to(tilt->mean, values_, tilt->theta);
    decide(log_likelihood_ratio(values_, null_, alternative_));
  }

  [[nodiscard]] SequentialVerdict verdict() const { return verdict_; }
  [[nodiscard]] std::size_t blocks() const { return blocks_; }

 private:
  static constexpr std::size_t stakes = 16;
  using Capitals = std::array<double, stakes>;

  void bet(double difference) {
    double stake = 0.004;
    for (std::size_t which = 0; which < stakes; ++which, stake *= std::pow(0.9 / 0.004, 1.0 / 15)) {
      for_[which] += std::log1p(stake * (difference - question_.m0) / (question_.m0 - question_.lowest));
      against_[which] += std::log1p(stake * (question_.m1 - difference) / (question_.highest - question_.m1));
    }
  }

  void count(double difference) {
    ++blocks_;
    auto place = values_.begin();
    while (place != values_.end() && place->value < difference) ++place;
    if (place == values_.end() || place->value != difference) {
      values_.insert(place, {difference, 1});
    } else {
      place->weight = place->weight < 1 ? 1 : place->weight + 1;
    }
  }

  void decide(double ratio) {
    if (blocks_ < 10) return;
    const auto won = [](const Capitals& logs, double error) {
      double mean = 0;
      for (const double log : logs) mean += std::exp(log) / stakes;
      return mean >= 5 / error;
    };
    if (ratio >= std::log((1 - question_.beta) / question_.alpha) || won(for_, question_.alpha)) {
      verdict_ = SequentialVerdict::better;
    } else if (-ratio >= std::log((1 - question_.alpha) / question_.beta) || won(against_, question_.beta)) {
      verdict_ = SequentialVerdict::not_better;
    }
  }

  SequentialQuestion question_;
  Tilt null_;
  Tilt alternative_;
  std::vector<WeightedValue> values_;  ///< observed values and the extremes; ascending
  Capitals for_{};
  Capitals against_{};
  SequentialVerdict verdict_ = SequentialVerdict::undecided;
  std::size_t blocks_ = 0;
};

struct Errors {
  double percent = 0;
  double blocks = 0;  ///< mean length of a test
};

template <class Test, class Blocks>
Errors errors_of(const SequentialQuestion& question, const Blocks& blocks, SequentialVerdict wrong,
                 int tests) {
  std::mt19937_64 source{2026};
  Errors errors;
  for (int i = 0; i < tests; ++i) {
    Test test{question};
    while (test.verdict() == SequentialVerdict::undecided) test.add(blocks.draw(source));
    if (test.verdict() == wrong) errors.percent += 100.0 / tests;
    errors.blocks += static_cast<double>(test.blocks()) / tests;
  }

  return errors;
}

/// The test of `compare --luck`, whose range is widened by the luck of two games.
class TestWithoutLuck {
 public:
  explicit TestWithoutLuck(const SequentialQuestion& question) : test_{question} {
    test_.widen(2 * bound_for(question.highest).most());
  }

  void add(double difference) { test_.add(difference); }
  [[nodiscard]] SequentialVerdict verdict() const { return test_.verdict(); }
  [[nodiscard]] std::size_t blocks() const { return test_.blocks(); }

 private:
  SequentialTest test_;
};

/// Blocks of one pair of games each, from which unrelated luck is removed: the worst case for a model. The
/// luck of each game is a walk of steps with mean 0 that stops once it has passed its bound. This happens
/// seldom, and then far on one side.
class BlocksWithForeignLuck {
 public:
  BlocksWithForeignLuck(MadeUpBlocks blocks, double range, bool seldom_lucky)
      : blocks_{std::move(blocks)}, bound_{bound_for(range)}, sign_{seldom_lucky ? 1.0 : -1.0} {}

  [[nodiscard]] double draw(std::mt19937_64& source) const {
    return blocks_.draw(source) - sign_ * (walk(source) - walk_back(source));
  }

 private:
  static constexpr int events = 25;
  static constexpr std::uint64_t one_in = 60;  ///< steps are large

  /// Mostly a little below 0, seldom far above.
  [[nodiscard]] double walk(std::mt19937_64& source) const {
    const double large = 2 * bound_.window;
    double sum = 0;
    for (int event = 0; event < events && std::abs(sum) <= bound_.sum; ++event)
      sum += source() % one_in == 0 ? large : -large / static_cast<double>(one_in - 1);
    return sum;
  }

  [[nodiscard]] double walk_back(std::mt19937_64& source) const { return -walk(source); }

  MadeUpBlocks blocks_;
  LuckBound bound_;
  double sign_;
};

struct Trial {
  std::string name;
  MadeUpBlocks blocks;
  double m1 = 0;
  double range = 0;  ///< 0: by places

  [[nodiscard]] SequentialQuestion question() const {
    if (range == 0) return {.m0 = 0.5, .m1 = 0.5 + m1, .lowest = 0, .highest = 1};
    return {.m0 = 0, .m1 = m1, .lowest = -range, .highest = range};
  }
};

std::vector<Trial> trials() {
  const auto catastrophic = MadeUpBlocks::catastrophic(0.02);
  return {{"symmetric", MadeUpBlocks::symmetric(), 0.2, 26},
          {"skewed", MadeUpBlocks::skewed(), 0.2, 26},
          {"skewed to gains", MadeUpBlocks::skewed().mirrored(), 0.2, 26},
          {"catastrophes in 2 %", catastrophic, 0.3, 52},
          {"catastrophes in 1 %", MadeUpBlocks::catastrophic(0.01), 0.3, 52},
          {"windfalls", catastrophic.mirrored(), 0.5, 52},
          {"85 % equal", MadeUpBlocks::mostly_equal(), 0.1, 26},
          {"symmetric, few blocks", MadeUpBlocks::symmetric(), 1, 52},
          {"catastrophes, few blocks", catastrophic, 0.8, 52},
          {"revolution", MadeUpBlocks::revolution(), 0.27, 31},
          {"revolution by places, 20 Elo", MadeUpBlocks::revolution_by_places(), 0.0288, 0}};
}

void try_errors(int tests, BenchReport& report) {
  // Five in a hundred, plus three standard errors of the simulation.
  const BenchReport::Target at_most_five{0, 5 + 3 * 100 * std::sqrt(0.05 * 0.95 / tests)};
  report.title(fmt::format("sequential tests that err, at 5 % asked for, of {} each", tests));
  for (const auto& trial : trials()) {
    const auto question = trial.question();
    for (const bool better : {false, true}) {
      const auto blocks = trial.blocks.with_mean(better ? question.m1 : question.m0);
      const auto wrong = better ? SequentialVerdict::not_better : SequentialVerdict::better;
      const auto errors = errors_of<SequentialTest>(question, blocks, wrong, tests);
      report.line(trial.name + (better ? ": a better one rejected" : ": an equal one accepted"),
                  errors.percent, at_most_five,
                  fmt::format("m1 {:.2f}, deviation {:.2f}, range {:.0f}, {:.0f} blocks", trial.m1,
                              blocks.deviation(), trial.range, errors.blocks));
    }
  }
}

/// The errors of tests with luck removed: on real deals, and with the worst luck.
void try_errors_without_luck(int tests, BenchReport& report) {
  constexpr int fewer = 4;
  const int some = tests / fewer;
  const BenchReport::Target at_most_five{0, 5 + 3 * 100 * std::sqrt(0.05 * 0.95 / some)};
  report.title(
      fmt::format("sequential tests that err with luck taken out, at 5 % asked for, of {} each", some));
  const auto try_blocks = [&](const std::string& name, const SequentialQuestion& question, bool better,
                              const auto& blocks) {
    const auto wrong = better ? SequentialVerdict::not_better : SequentialVerdict::better;
    const auto errors = errors_of<TestWithoutLuck>(question, blocks, wrong, some);
    report.line(name + (better ? ": a better one rejected" : ": an equal one accepted"), errors.percent,
                at_most_five, fmt::format("m1 {:.2f}, {:.0f} blocks", question.m1, errors.blocks));
  };
  auto all = trials();
  std::erase_if(all, [](const Trial& trial) { return trial.range == 0; });
  all.push_back({"revolution", MadeUpBlocks::revolution_without_luck(), 0.2, 31});
  all.push_back({"mitch", MadeUpBlocks::mitch_without_luck(), 0.2, 32});
  const auto made_up = all.size() - 2;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto question = all[i].question();
    for (const bool better : {false, true}) {
      const auto blocks = all[i].blocks.with_mean(better ? question.m1 : question.m0);
      if (i >= made_up) {
        try_blocks(all[i].name + ", without luck", question, better, blocks);
        continue;
      }
      for (const bool seldom_lucky : {false, true}) {
        const BlocksWithForeignLuck foreign{blocks, all[i].range, seldom_lucky};
        try_blocks(all[i].name + (seldom_lucky ? ", seldom lucky" : ", seldom unlucky"), question, better,
                   foreign);
      }
    }
  }
}

/// Deals of real bots with their observed difference, with and without luck.
void try_lengths_without_luck(int tests, BenchReport& report) {
  constexpr int fewer = 10;
  report.title(fmt::format("blocks of a test with luck taken out, in percent of those without, {} tests each",
                           tests / fewer));
  struct Pair {
    std::string name;
    MadeUpBlocks with;
    MadeUpBlocks without;
    double range;
    double mean;
  };
  for (const auto& [name, with, without, range, mean] :
       {Pair{"revolution", MadeUpBlocks::revolution_with_luck(), MadeUpBlocks::revolution_without_luck(), 31,
             1.1},
        Pair{"mitch", MadeUpBlocks::mitch_with_luck(), MadeUpBlocks::mitch_without_luck(), 32, 1.8}}) {
    for (const double m1 : {0.05, 0.1, 0.2, 0.4}) {
      const SequentialQuestion question{.m0 = 0, .m1 = m1, .lowest = -range, .highest = range};
      for (const double truth : {0.0, m1, mean}) {
        const auto none = SequentialVerdict::inconclusive;
        const auto played =
            errors_of<SequentialTest>(question, with.with_mean(truth), none, tests / fewer).blocks;
        const auto corrected =
            errors_of<TestWithoutLuck>(question, without.with_mean(truth), none, tests / fewer).blocks;
        const bool is_small = m1 <= 0.1 && truth <= m1;
        report.line(fmt::format("{}, m1 {:.2f}, a mean of {:.2f}", name, m1, truth), 100 * corrected / played,
                    {0, is_small ? 85.0 : 200.0},
                    fmt::format("{:.0f} in place of {:.0f} blocks", corrected, played));
      }
    }
  }
}

/// Lengths on differences of real games, in percent of those of the likelihood ratio.
void try_lengths(int tests, BenchReport& report) {
  constexpr int fewer = 4;
  report.title(fmt::format("blocks of a test, in percent of those of the likelihood ratio, {} tests each",
                           tests / fewer));
  struct Length {
    Trial trial;
    double highest;  ///< limit if the mean is m0 or m1
  };
  for (const auto& [trial, highest] :
       {Length{{"revolution, m1 0.27", MadeUpBlocks::revolution(), 0.27, 31}, 105},
        Length{{"revolution, m1 0.54", MadeUpBlocks::revolution(), 0.54, 31}, 105},
        Length{{"hoarder, m1 0.27", MadeUpBlocks::hoarder(), 0.27, 31}, 105},
        Length{{"by places, 20 Elo", MadeUpBlocks::revolution_by_places(), 0.0288, 0}, 120},
        Length{{"85 % equal, m1 0.1", MadeUpBlocks::mostly_equal(), 0.1, 26}, 105}}) {
    const auto question = trial.question();
    for (const int margins : {0, 1, 2, 4}) {
      const auto blocks = trial.blocks.with_mean(question.m0 + margins * question.margin());
      const auto none = SequentialVerdict::inconclusive;
      const auto ours = errors_of<SequentialTest>(question, blocks, none, tests / fewer).blocks;
      const auto ratios = errors_of<LikelihoodRatioTest>(question, blocks, none, tests / fewer).blocks;
      report.line(trial.name + ", a mean of " + std::to_string(margins) + " m1", 100 * ours / ratios,
                  {0, margins < 2 ? highest : 100}, fmt::format("{:.0f} and {:.0f} blocks", ours, ratios));
    }
  }
}

/// Tests whose estimate at the stop lies above the mean.
void try_estimates(int tests, BenchReport& report) {
  constexpr int fewer = 10;  // each simulates thousands
  const int some = tests / fewer;
  report.title(fmt::format("estimates at the stop that lie above the mean, {} tests each", some));
  const SequentialQuestion question{.m0 = 0, .m1 = 0.54, .lowest = -31, .highest = 31};
  for (const double margins : {0.0, 0.5, 1.0, 2.0, 4.0}) {
    const double mean = margins * question.m1;
    const auto blocks = MadeUpBlocks::revolution().with_mean(mean);
    std::mt19937_64 source{1978};
    int above = 0;
    double excess = 0;
    double excess_of_mean = 0;
    for (int i = 0; i < some; ++i) {
      SequentialTest test{question};
      while (test.verdict() == SequentialVerdict::undecided) test.add(blocks.draw(source));
      const double estimate = stopped_estimate(test, bet_interval(test));
      above += estimate > mean ? 1 : 0;
      excess += estimate - mean;
      excess_of_mean += test.mean() - mean;
    }
    const double each = 100.0 / some;
    report.line(fmt::format("revolution, a mean of {:.1f} m1", margins), each * above, {40, 60},
                fmt::format("bias {:.0f} % of m1, of the mean {:.0f} %", each * excess / question.m1,
                            each * excess_of_mean / question.m1));
  }
}

/// Intervals at the stop that miss the mean, if blocks of one kind follow those of another.
void try_intervals(int tests, BenchReport& report) {
  constexpr int fewer = 40;
  const int some = tests / fewer;
  const BenchReport::Target at_most_ten{0, 10 + 3 * 100 * std::sqrt(0.1 * 0.9 / some)};
  report.title(fmt::format("intervals at the stop that miss the mean, at 10 % asked for, of {} each", some));
  const auto calm = MadeUpBlocks{{{-0.5, 0.5}, {0.5, 0.5}}};
  const auto still = MadeUpBlocks{{{-0.001, 0.5}, {0.001, 0.5}}};
  const auto rare = MadeUpBlocks::catastrophic(0.02);
  const auto bell = MadeUpBlocks::symmetric();
  struct Kind {
    std::string name;
    std::array<MadeUpBlocks, 2> in_turn;  ///< around 0
    std::size_t change = 0;               ///< number of blocks before the other kind
  };
  for (const auto& [name, in_turn, change] :
       {Kind{"bell", {bell.with_mean(0), bell.with_mean(0)}, 100},
        Kind{"hardly any scatter", {still, still}, 100},
        Kind{"catastrophes in 2 %", {rare.with_mean(0), rare.with_mean(0)}, 100},
        Kind{"windfalls in 2 %", {rare.mirrored().with_mean(0), rare.mirrored().with_mean(0)}, 100},
        Kind{"calm, then catastrophes, in turn", {calm, rare.with_mean(0)}, 100},
        Kind{"catastrophes, then calm, in turn", {rare.with_mean(0), calm}, 40}}) {
    for (const double mean : {0.0, 0.5, 2.0}) {
      std::mt19937_64 source{1939};
      double missed = 0;
      double width = 0;
      double blocks = 0;
      for (int i = 0; i < some; ++i) {
        SequentialTest test{{.m0 = 0, .m1 = 0.5, .lowest = -56, .highest = 56, .most_blocks = 4000}};
        while (test.verdict() == SequentialVerdict::undecided)
          test.add(mean + in_turn[test.blocks() / change % 2].draw(source));
        const auto interval = bet_interval(test);
        missed += mean < interval.low || mean > interval.high ? 100.0 / some : 0;
        width += (interval.high - interval.low) / some;
        blocks += static_cast<double>(test.blocks()) / some;
      }
      report.line(fmt::format("{}, a mean of {:.2f}", name, mean), missed, at_most_ten,
                  fmt::format("{:.2f} wide, {:.0f} blocks", width, blocks));
    }
  }
}

}  // namespace

void try_sequential_tests(int tests, BenchReport& report) {
  std::vector<BenchReport::Job> jobs;
  for (auto* const part : {try_errors, try_errors_without_luck, try_lengths_without_luck, try_lengths,
                           try_estimates, try_intervals})
    jobs.emplace_back([=](BenchReport& lines) { part(tests, lines); });
  report.all(jobs);
}

}  // namespace tribunal
